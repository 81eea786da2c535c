// The day of a build, on which the year in the footer and the end of security.txt depend.
import { expect, test } from 'vitest'
import { buildDate, definedFor } from '../../scripts/bundle/define.ts'

const NEW_YEAR = new Date('2031-12-31T23:59:59Z')

test('the year of a build is that of its day in UTC', () => {
  expect(definedFor(buildDate({}, NEW_YEAR)).BUILD_YEAR).toBe('2031')
})

test('the day of a build is that of SOURCE_DATE_EPOCH where it is set', () => {
  expect(definedFor(buildDate({ SOURCE_DATE_EPOCH: '946684799' }, NEW_YEAR)).BUILD_YEAR).toBe('1999')
})

test('a build with SOURCE_DATE_EPOCH=yesterday is refused', () => {
  expect(() => buildDate({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow(/^SOURCE_DATE_EPOCH is yesterday: /)
})

test('security.txt is valid for less than a year after the build', () => {
  expect(definedFor(new Date('2026-11-22T00:00:00Z')).SECURITY_EXPIRES).toBe('"2027-10-01T00:00:00Z"')
})
