import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codings } from '../answer.ts'
import { compress } from './compress.ts'

/** Of a file, in bytes. */
export interface Sizes {
  raw: number
  /** With brotli, where that is smaller. */
  br: number
}

/** Writes a file, and its .br, .zst and .gz beside it. Resolves to the sizes in bytes. */
export async function writeCompressed(file: string, body: Uint8Array): Promise<Sizes> {
  await mkdir(dirname(file), { recursive: true })
  const compressed = await compress(file, body)
  const written = Object.entries(codings).map(([coding, extension]) => {
    const smaller = compressed[coding as keyof typeof codings]
    return smaller ? writeFile(file + extension, smaller) : undefined
  })
  await Promise.all([writeFile(file, body), ...written])
  return { raw: body.length, br: compressed.br?.length ?? body.length }
}

/** Makes a folder anew: `fill` writes into another one beside it, which takes its place only when all went well. */
export async function replaceFolder(folder: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = await mkdtemp(`${folder}-`)
  try {
    await chmod(fresh, 0o755) // mkdtemp makes it for this user alone, but a proxy may serve it.
    await fill(fresh)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}
