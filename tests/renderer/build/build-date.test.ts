// The day of a build, on which the year in the footer and the end of security.txt depend.
import { expect, test, vi } from 'vitest'
import { buildDate, definedFor } from '../../../scripts/bundle/define.ts'

const NEW_YEAR = new Date('2031-12-31T23:59:59Z')

// At these hours it is the next day in the first, and the day before in the second.
const timeZones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

test.each(timeZones)('the year of a build is that of its day in UTC, also at %s', timeZone => {
  vi.stubEnv('TZ', timeZone)
  expect(definedFor(buildDate({}, NEW_YEAR)).BUILD_YEAR).toBe('2031')
})

test('the day of a build is that of SOURCE_DATE_EPOCH where it is set', () => {
  expect(definedFor(buildDate({ SOURCE_DATE_EPOCH: '946684799' }, NEW_YEAR)).BUILD_YEAR).toBe('1999')
})

test('a build with SOURCE_DATE_EPOCH=yesterday is refused', () => {
  expect(() => buildDate({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow(/^SOURCE_DATE_EPOCH is yesterday: /)
})

test.each(timeZones)('security.txt is valid for less than a year after the build, also at %s', timeZone => {
  vi.stubEnv('TZ', timeZone)
  expect(definedFor(new Date('2026-11-01T00:00:00Z')).SECURITY_EXPIRES).toBe('"2027-10-01T00:00:00Z"')
})

test('security.txt of a build on the last day of a month is valid as long, also where the next has begun', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  expect(definedFor(new Date('2026-11-30T23:00:00Z')).SECURITY_EXPIRES).toBe('"2027-10-01T00:00:00Z"')
})
