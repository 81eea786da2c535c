import { join } from 'node:path'
import type { RouteTable } from '../../shared/route-table.ts'
import type { Company } from '../../shared/site.ts'
import type { Manifest } from '../lib/manifest.ts'
import { generatedFiles } from '../metadata/generated-files.ts'
import { compress } from '../respond/compress.ts'
import { readFiles } from '../respond/read-files.ts'
import { fileResponse, type ReadyResponse } from '../respond/responses.ts'

/** The files that a live server has, by path: what the build has written or copied, and what is generated from the table. */
export async function readLiveFiles(
  build: string,
  { buildDay, digests }: Manifest,
  table: RouteTable,
  company: Company,
  origin: string,
): Promise<ReadonlyMap<string, ReadyResponse>> {
  const files = new Map<string, ReadyResponse>()
  for (const [name, text] of Object.entries(generatedFiles(table, { company, origin, buildDay })))
    files.set(`/${name}`, fileResponse(name, await compress(Buffer.from(text))))
  // A file of shared/site/public/ replaces a generated one.
  for (const [path, response] of readFiles(join(build, 'public'), digests)) files.set(path, response)
  return files
}
