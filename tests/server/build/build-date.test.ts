// The date of a build, from which the footer takes the year.
import { expect, test, vi } from 'vitest'
import { readBuildDate } from '../../../scripts/bundle/build-date.ts'

test.each([
  ['Pacific/Kiritimati, where the next day has started', '2031-12-31T23:59:59Z', '2031-12-31'],
  ['Pacific/Pago_Pago, where it is still the day before', '2032-01-01T00:00:01Z', '2032-01-01'],
])('the build date is in UTC, even in %s', (place, now, date) => {
  vi.stubEnv('TZ', place.split(',')[0])
  expect(readBuildDate({}, new Date(now))).toBe(date)
})

test('SOURCE_DATE_EPOCH sets the build date', () => {
  expect(readBuildDate({ SOURCE_DATE_EPOCH: '946684799' })).toBe('1999-12-31')
})

test('SOURCE_DATE_EPOCH=yesterday is rejected with what to write instead', () => {
  expect(() => readBuildDate({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow(
    expect.objectContaining({
      name: 'UserError',
      message: 'SOURCE_DATE_EPOCH is yesterday: write the seconds since 1970 as a number.',
    }),
  )
})
