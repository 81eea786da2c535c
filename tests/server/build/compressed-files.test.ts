// The .br and .gz files that a build writes beside a file: for which files, and how small.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  compressBest,
  compressForManyPages,
  writeCompressed,
} from '../../../scripts/write/compressed-files.ts'
import { dist } from '../../support/fixture-site.ts'

const page = readFileSync(join(dist, 'musterseite.html'))

/** The files in the folder once one has been written. */
async function written(name: string, body: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'compress-test-'))
  await writeCompressed(join(folder, name), body, compressBest)
  return readdirSync(folder).sort()
}

const words = Buffer.from('Words. '.repeat(100))

test.each(['a.json', 'a.css', 'a.xml', 'a.ico'])('%s also gets a .br and a .gz file', async name => {
  expect(await written(name, words)).toEqual([name, `${name}.br`, `${name}.gz`])
})

test.each(['a.png', 'LICENSE'])('%s gets no compressed copies', async name => {
  expect(await written(name, words)).toEqual([name])
})

test('a file that compression would enlarge gets no compressed copies', async () => {
  expect(await written('a.js', randomBytes(100))).toEqual(['a.js'])
})

test('compressBest compresses a page losslessly, as small as zlib can', async () => {
  const [br, gzip] = [await compressBest('br', page), await compressBest('gzip', page)]
  expect(brotliDecompressSync(br)).toBeSameBytes(page)
  expect(gunzipSync(gzip)).toBeSameBytes(page)
  expect({ br: br.length, gzip: gzip.length }).toEqual({
    br: brotliCompressSync(page).length,
    gzip: gzipSync(page, { level: 9 }).length,
  })
})

test('a page of a large site is compressed losslessly, to at most a tenth more bytes than in a small one', async () => {
  const [br, gzip] = [await compressForManyPages('br', page), await compressForManyPages('gzip', page)]
  expect(brotliDecompressSync(br)).toBeSameBytes(page)
  expect(gunzipSync(gzip)).toBeSameBytes(page)
  for (const [size, smallest] of [
    [br.length, (await compressBest('br', page)).length],
    [gzip.length, (await compressBest('gzip', page)).length],
  ] as const) {
    expect(size).toBeGreaterThan(smallest)
    expect(size).toBeLessThan(1.1 * smallest)
  }
})

test('the pages of a large site are compressed with a 64 kB brotli window, which needs little memory', async () => {
  const [first = 1] = await compressForManyPages('br', page)
  expect({ firstBit: first & 1 }).toEqual({ firstBit: 0 }) // RFC 7932, section 9.1.
})
