import { describe, expect, test } from 'vitest'
import { buildYear } from '../scripts/build/define.ts'

describe('the year in the footer', () => {
  const newYear = new Date('2031-12-31T23:59:59Z')
  test('is the year of the build, wherever it runs', () => {
    expect(buildYear({}, newYear)).toBe(2031)
  })
  test('is that of SOURCE_DATE_EPOCH where it is set', () => {
    expect(buildYear({ SOURCE_DATE_EPOCH: '946684799' }, newYear)).toBe(1999)
    expect(buildYear({ SOURCE_DATE_EPOCH: '946684800' }, newYear)).toBe(2000)
  })
  test.each(['yesterday', '2026-11-21', '1e99'])('is not guessed where SOURCE_DATE_EPOCH is %s', value => {
    expect(() => buildYear({ SOURCE_DATE_EPOCH: value }, newYear)).toThrow(
      `SOURCE_DATE_EPOCH is ${value}: write the seconds since 1970 as a number.`,
    )
  })
})
