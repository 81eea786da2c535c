// The matcher of these tests for equal bytes says where the first difference is.
import { expect, test } from 'vitest'

test('equal bytes are the same as a text, a Buffer or a Uint8Array', () => {
  expect('Größe').toBeSameBytes(Buffer.from('Größe'))
  expect(Buffer.from([0, 255])).toBeSameBytes(new Uint8Array([0, 255]))
  expect('').toBeSameBytes('')
  expect('a').not.toBeSameBytes('b')
})

const before = 'a'.repeat(100)
const shown = 'a'.repeat(40)

test.each([
  {
    what: 'another byte',
    received: `${before}\u0000 ö`,
    expected: `${before}"b"`,
    message: String.raw`the bytes differ from offset 100 on:
expected "${shown}\"b\"" (103 bytes)
received "${shown}\u0000 \xc3\xb6" (104 bytes)`,
  },
  {
    what: 'an end that is missing',
    received: before,
    expected: `${before}${before}`,
    message: `the bytes differ from offset 100 on:
expected "${shown}${shown}" (200 bytes)
received "${shown}" (100 bytes)`,
  },
  {
    what: 'an end that is too much',
    received: 'page',
    expected: '',
    message: `the bytes differ from offset 0 on:
expected "" (0 bytes)
received "page" (4 bytes)`,
  },
])('the message shows $what, and a few characters around it', ({ received, expected, message }) => {
  expect(() => expect(received).toBeSameBytes(expected)).toThrow(message)
})
