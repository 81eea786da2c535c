// The day of a build, on which the year in the footer depends.
import { expect, test, vi } from 'vitest'
import { readBuildDate } from '../../../scripts/bundle/build-date.ts'

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
