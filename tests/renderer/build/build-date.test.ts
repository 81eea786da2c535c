// The date of a build, from which the footer takes the year.
import { expect, test, vi } from 'vitest'
import { readBuildDate } from '../../../scripts/bundle/build-date.ts'

// At this time it's already the next day in the first, and still the same day in the second.
const timeZones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

test.each(timeZones)('the build date is in UTC, even in %s', timeZone => {
  vi.stubEnv('TZ', timeZone)
  expect(readBuildDate({}, new Date('2031-12-31T23:59:59Z'))).toBe('2031-12-31')
})

test('SOURCE_DATE_EPOCH sets the build date', () => {
  expect(readBuildDate({ SOURCE_DATE_EPOCH: '946684799' })).toBe('1999-12-31')
})

test('SOURCE_DATE_EPOCH=yesterday is rejected', () => {
  expect(() => readBuildDate({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow(/^SOURCE_DATE_EPOCH is yesterday: /)
})
