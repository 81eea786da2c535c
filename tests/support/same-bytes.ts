// expect(body).toBeSameBytes(other): for pages, scripts and pictures, which are too large to show in a message.
import { expect } from 'vitest'

type Bytes = string | Uint8Array

declare module 'vitest' {
  // The same type parameters as in Vitest.
  interface Matchers<R extends void | Promise<void>, T> {
    /** Compares bytes, encoding a text as UTF-8. The message shows the first difference. */
    toBeSameBytes(expected: T extends Bytes ? Bytes : never): R
  }
}

/** The number of bytes that the message shows before and after the first difference. */
const AROUND = 40

/** Some bytes around an offset as text, with escapes for bytes that aren't printable ASCII. */
function excerpt(bytes: Buffer, offset: number): string {
  const part = bytes.subarray(Math.max(0, offset - AROUND), offset + AROUND)
  return JSON.stringify(part.toString('latin1')).replace(
    /[^ -~]/g,
    sign => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

function firstDifference(one: Buffer, other: Buffer): number {
  const index = one.findIndex((byte, i) => byte !== other[i])
  return index === -1 ? one.length : index // One is a prefix of the other.
}

expect.extend({
  toBeSameBytes(received: Bytes, expected: Bytes) {
    const [got, wanted] = [Buffer.from(received), Buffer.from(expected)]
    if (got.equals(wanted)) return { pass: true, message: () => `both have the same ${got.length} bytes` }
    const offset = firstDifference(got, wanted)
    const message = () =>
      [
        `the bytes differ from offset ${offset} on:`,
        `expected ${excerpt(wanted, offset)} (${wanted.length} bytes)`,
        `received ${excerpt(got, offset)} (${got.length} bytes)`,
      ].join('\n')
    return { pass: false, message }
  },
})
