import { join } from 'node:path'
import type { Core, PageLists } from '../../joints.ts'
import type { Manifest } from '../lib/manifest.ts'
import { isIndexable } from '../metadata/indexable.ts'
import { compress } from '../respond/compress.ts'
import type { Found } from '../respond/page-source.ts'
import { readFiles } from '../respond/read-files.ts'
import { type CachedResponse, fileResponse } from '../respond/responses.ts'

/** The files that a live server has, by path: what the build has written or copied, and what is generated. */
export async function readLiveFiles(
  build: string,
  manifest: Manifest,
  { table, origin }: Core,
  texts: Readonly<Record<string, string>>,
  pageLists: PageLists,
  ofFeatures: ReadonlyMap<string, Found>,
): Promise<ReadonlyMap<string, Found>> {
  const files = new Map<string, Found>()
  const indexable = table.routes
    .filter(route => isIndexable(route.path, route, origin))
    .map(route => ({ route, path: route.path }))
  const generated = { ...texts }
  for (const [name, textOf] of Object.entries(pageLists))
    if (!ofFeatures.has(`/${name}`)) generated[name] = textOf(indexable)
  for (const [name, text] of Object.entries(generated))
    files.set(`/${name}`, staticFile(fileResponse(name, await compress(Buffer.from(text)))))
  for (const [path, found] of ofFeatures) files.set(path, found)
  // A file of shared/site/public/ replaces any other.
  for (const [path, response] of readFiles(join(build, 'public'), manifest))
    files.set(path, staticFile(response))
  return files
}

export const staticFile = (file: CachedResponse): Found => ({ kind: 'static', respond: () => file })
