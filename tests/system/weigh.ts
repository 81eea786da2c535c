// npm run weigh: the number of lines that an engineer reads. `npm run weigh -- <folder> <path>` traces a request through a
// different project that was built, such as one with a page that shows data.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import pino from 'pino'
import '../../scripts/lib/exact-program.ts'
import { loadProgram } from '../../scripts/lib/load-program.ts'
import { root } from '../../scripts/lib/root.ts'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'
import { readConfig } from '../../server/lib/config.ts'
import { readManifest } from '../../server/lib/manifest.ts'
import { createRouteTable } from '../../shared/route-table.ts'

const CORE = ['extension-points.ts', 'client', 'server', 'shared', 'scripts']

/** A site's files, and files that only tests run. */
const NOT_READ = /^(shared|server)\/site\/|(^|\/)(tests|fixture)\/|\.test\.tsx?$/

interface Weight {
  modules: number
  lines: number
}

const filesIn = (names: readonly string[]): string[] =>
  names
    .flatMap(name => (name.endsWith('.ts') ? name : globSync(`${name}/**/*.{ts,tsx,mjs}`, { cwd: root })))
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !NOT_READ.test(file))

const weightOf = (files: readonly string[]): Weight => ({
  modules: files.length,
  lines: files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0),
})

/** The project's modules that the server's entry point imports. */
async function modulesOfServer(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: ['server/start/server.ts', 'server/start/program.ts'],
    absWorkingDir: root,
    bundle: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    logLevel: 'silent',
    loader: { '.css': 'empty', '.svg': 'empty', '.jpg': 'empty', '.png': 'empty' },
  })
  return Object.keys(metafile.inputs).filter(name => !NOT_READ.test(name))
}

/** The project's functions that a request calls, each once, in a process that has handled the same request before. */
async function stopsOf(folder: string, path: string): Promise<string[]> {
  const buildFolder = join(folder, 'build')
  const program = await loadProgram(buildFolder)
  const manifest = readManifest(buildFolder)
  const { app } = await program.composeApp({
    table: createRouteTable(manifest),
    manifest,
    config: { ...readConfig({}, manifest.origin), serve: 'live' },
    build: buildFolder,
    dist: join(folder, 'dist'),
    log: pino({ level: 'silent' }),
    isReady: () => true,
  })
  const server = createServer(app)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const request = () =>
    new Promise<number | undefined>((done, failed) =>
      get({ port, path, headers: { 'Accept-Encoding': 'br' } }, response =>
        response.resume().on('end', () => done(response.statusCode)),
      ).on('error', failed),
    )
  await request()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const status = await request()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  server.close()
  server.closeAllConnections()
  if (status !== 200) throw new Error(`${path} is a ${status}`)
  const scripts = result.find(({ url }) => url.endsWith(`/build/${PROGRAM_FILE}`))
  const text = readFileSync(join(buildFolder, PROGRAM_FILE), 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(join(buildFolder, `${PROGRAM_FILE}.map`), 'utf8')))
  const places = (scripts?.functions ?? [])
    .filter(({ ranges: [range] }) => range !== undefined && range.count > 0)
    .map(({ ranges: [range] }) => placeOf(text, range?.startOffset ?? 0, map, buildFolder, folder))
  return [...new Set(places)].filter(place => place !== undefined).sort()
}

/** The file and line of a position in the bundle. Undefined if that's not in the project. */
function placeOf(text: string, offset: number, map: SourceMap, from: string, folder: string) {
  const before = text.slice(0, offset)
  const line = before.split('\n').length - 1
  const entry = map.findEntry(line, offset - (before.lastIndexOf('\n') + 1))
  if (!('originalSource' in entry)) return undefined
  const file = resolve(from, entry.originalSource)
    .slice(folder.length + 1)
    .replaceAll('\\', '/')
  return /^(client|server|shared|features)\//.test(file) ? `${file}:${entry.originalLine + 1}` : undefined
}

async function main(folder = root, path = '/'): Promise<void> {
  const buildFolder = join(resolve(folder), 'build')
  if (!existsSync(buildFolder)) {
    console.error(`${buildFolder} is missing: run npm run build first`)
    process.exit(1)
  }
  const features = globSync('features/*/', { cwd: root }).map(name => name.replaceAll('\\', '/'))
  const server = await modulesOfServer()
  console.table({
    'the core': weightOf(filesIn(CORE)),
    'the core, without scripts/': weightOf(filesIn(CORE.filter(name => name !== 'scripts'))),
    ...Object.fromEntries(features.map(name => [name, weightOf(filesIn([name]))])),
    'behind the entry of the server': weightOf(server),
    'the same, of the core': weightOf(server.filter(name => !name.startsWith('features/'))),
  })
  const stops = await stopsOf(resolve(folder), path)
  const byFile = Map.groupBy(stops, stop => stop.replace(/:\d+$/, ''))
  console.log(`GET ${path} enters ${stops.length} functions in ${byFile.size} files:`)
  for (const [file, places] of byFile)
    console.log(places.map(place => place.slice(file.length)).join(' '), file)
}

await main(...process.argv.slice(2))
