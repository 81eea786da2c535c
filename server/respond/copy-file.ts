import { type FileHandle, open } from 'node:fs/promises'
import type { Response } from 'express'

/** Part of a body, by the positions of its first and last bytes. */
export interface Part {
  start: number
  end: number
}

/** Treated as a client error (4xx): `clientErrorStatus` reads these fields. */
export class MissingFile extends Error {
  override name = 'MissingFile'
  status = 404
  code = 'ENOENT'
}

/** Opens a file. Rejects with MissingFile if there is none. */
export async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new MissingFile(`${file} is missing`)
  }
}

const CHUNK_BYTES = 65_536

/** Copies part of a file through one buffer. A stream would allocate a buffer for each chunk: 100 MB with 200 clients. */
export async function copyPart(handle: FileHandle, { start, end }: Part, res: Response): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let position = start
  while (position <= end && !res.closed) {
    const length = Math.min(buffer.length, end + 1 - position)
    const { bytesRead } = await handle.read(buffer, 0, length, position)
    if (bytesRead === 0) throw new Error('the file has become shorter')
    await write(res, buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}

/** Resolves when the chunk has been sent, or the client has left. */
function write(res: Response, chunk: Buffer): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      res.off('close', done)
      resolve()
    }
    res.on('close', done)
    res.write(chunk, done)
  })
}
