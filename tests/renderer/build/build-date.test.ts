// The day of a build, on which the year in the footer and the end of security.txt depend.
import { expect, test, vi } from 'vitest'
import { readBuildDate } from '../../../scripts/bundle/build-date.ts'
import { generatedFiles } from '../../support/engine.ts'
import { tableOf } from '../../support/routes.ts'
import { site } from '../../support/site.tsx'

// At these hours it is the next day in the first, and the day before in the second.
const timeZones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

test.each(timeZones)('a build has its day in UTC, also at %s', timeZone => {
  vi.stubEnv('TZ', timeZone)
  expect(readBuildDate({}, new Date('2031-12-31T23:59:59Z'))).toBe('2031-12-31')
})

test('the day of a build is that of SOURCE_DATE_EPOCH where it is set', () => {
  expect(readBuildDate({ SOURCE_DATE_EPOCH: '946684799' })).toBe('1999-12-31')
})

test('a build with SOURCE_DATE_EPOCH=yesterday is refused', () => {
  expect(() => readBuildDate({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow(/^SOURCE_DATE_EPOCH is yesterday: /)
})

test.each(
  timeZones.flatMap(timeZone => [
    { built: '2026-11-01', timeZone },
    { built: '2026-11-30', timeZone },
  ]),
)('security.txt of a build on $built is valid for less than a year, also at $timeZone', given => {
  vi.stubEnv('TZ', given.timeZone)
  const { company } = site
  const files = generatedFiles({
    table: tableOf([]),
    company,
    origin: company.origin,
    buildDate: given.built,
  })
  expect(files['.well-known/security.txt']).toContain('\nExpires: 2027-10-01T00:00:00Z\n')
})
