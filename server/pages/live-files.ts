import { join } from 'node:path'
import type { CoreServices, GeneratedFiles, Served } from '../../extension-points.ts'
import type { Manifest } from '../lib/manifest.ts'
import { isIndexable } from '../metadata/indexable.ts'
import { compress } from '../respond/compress.ts'
import { type Found, staticResponse } from '../respond/found.ts'
import { readFiles } from '../respond/read-files.ts'
import { fileResponse } from '../respond/responses.ts'

interface LiveParts extends Pick<CoreServices, 'table' | 'origin'> {
  /** The folder build/. */
  build: string
  manifest: Manifest
  generatedFiles: GeneratedFiles
  /** What the features serve. */
  served: readonly Served[]
}

/** A live server's files, by path: the build's, and generated ones. */
export async function readLiveFiles(parts: LiveParts): Promise<ReadonlyMap<string, Found>> {
  const { table, origin, build, manifest, generatedFiles, served } = parts
  const featureFiles = new Map(served.flatMap(part => [...(part.files ?? [])]))
  const files = new Map<string, Found>()
  const indexable = table.routes
    .filter(route => isIndexable(route.path, route, origin))
    .map(route => ({ route, path: route.path }))
  for (const [name, made] of Object.entries(generatedFiles)) {
    if (featureFiles.has(`/${name}`)) continue
    const text = typeof made === 'string' ? made : made(indexable)
    files.set(`/${name}`, staticResponse(fileResponse(name, await compress(Buffer.from(text)))))
  }
  for (const [path, found] of featureFiles) files.set(path, found)
  // A file of shared/site/public/ replaces any other.
  for (const [path, response] of readFiles(join(build, 'public'), manifest))
    files.set(path, staticResponse(response))
  return files
}
