import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plot } from './bench/plot.ts'
import { load, output, pinned, serve } from './bench/processes.ts'
import { budgets } from './build/budgets.ts'
import { bundleForNode } from './build/bundle.ts'
import { table } from './build/columns.ts'
import { costs } from './build/costs.ts'

// Measures what npm run prerender has made, beside the floors of bench/floor.tsx. With --short in a minute.
const { values: flags } = parseArgs({
  options: { short: { type: 'boolean' }, json: { type: 'boolean' }, plot: { type: 'boolean' } },
})
const { seconds, runs } = flags.short ? { seconds: 1, runs: 3 } : { seconds: 2, runs: 5 }

const root = join(import.meta.dirname, '..')
process.chdir(root)
const tools = await mkdtemp(join(tmpdir(), 'bench-'))
const tool = (name: string) => join(tools, `${name}.js`)
const sources = { floor: 'floor.tsx', express: 'express.ts' }
await bundleForNode(
  Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, `scripts/bench/${file}`])),
  tools,
)

const servers = {
  static: () => serve(['build/server.js'], { SERVE: 'static' }),
  live: () => serve(['build/server.js']),
  ready: () => serve([tool('floor'), 'ready', root]),
  stream: () => serve([tool('floor'), 'stream', root]),
  express: () => serve([tool('express')]),
}
type Name = keyof typeof servers

/** What is loaded and its floor, each in a content encoding. The aim is a part of the floor's CPU time. */
const loads: [site: Name, encoding: string, floor: Name, floorEncoding: string, aim: number][] = [
  ['static', 'identity', 'ready', 'identity', 0.95],
  ['static', 'br', 'ready', 'br', 0.95],
  ['live', 'identity', 'stream', 'identity', 0.9],
  ['live', 'br', 'stream', 'identity', 0.5],
  ['live', 'gzip', 'stream', 'identity', 0.5],
]

/** At most, as a part of bare Express. */
const STARTS: Partial<Record<Name, number>> = { static: 1.15, live: 1.2 }

/** At most, in milliseconds. */
const BUILD = 1000

const CROWD = '-c 64'
const WARM_UP = `${CROWD} -d 2`

const say = (text: string) => process.stderr.write(`${text}\n`)
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const medianOf = <Key extends string>(rows: Record<Key, number>[], key: Key) =>
  median(rows.map(row => row[key]))
const verdict = (aim: number | undefined, reached: boolean) => ({
  aim: aim ?? '',
  result: aim === undefined ? '' : reached ? 'pass' : 'short',
})

/** In MiB, under all loads. */
const peaks: Partial<Record<Name, number>> = {}

try {
  const results = {
    load: await measureLoads(),
    start: await measureStarts(),
    bytes: await measureBytes(),
    build: await measureBuild(),
  }
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, ${pinned ? 'pinned' : 'not pinned'}`
  if (flags.json) console.log(JSON.stringify({ machine, ...results }, null, 2))
  else console.log([machine, ...Object.values(results).map(table)].join('\n\n'))
  if (flags.plot) await writeFile('docs/performance.svg', plot(results.load))
} finally {
  await rm(tools, { recursive: true })
}

/** Site and floor take turns, so that both have the same share of the machine's bad moments. */
async function measureLoads() {
  const rows = []
  for (const [siteName, encoding, floorName, floorEncoding, aim] of loads) {
    say(`load: ${siteName}, ${encoding}`)
    const [site, floor] = await Promise.all([servers[siteName](), servers[floorName]()])
    const measured: Record<'site' | 'floor', Awaited<ReturnType<typeof load>>[]> = { site: [], floor: [] }
    try {
      await load(site, WARM_UP, encoding)
      await load(floor, WARM_UP, floorEncoding)
      for (let run = 0; run < runs; run++) {
        measured.site.push(await load(site, `${CROWD} -d ${seconds}`, encoding))
        measured.floor.push(await load(floor, `${CROWD} -d ${seconds}`, floorEncoding))
      }
      peaks[siteName] = Math.max(peaks[siteName] ?? 0, site.memory('VmHWM'))
      peaks[floorName] = Math.max(peaks[floorName] ?? 0, floor.memory('VmHWM'))
    } finally {
      await Promise.all([site.stop(), floor.stop()])
    }
    const [cpu, floorCpu] = [medianOf(measured.site, 'cpu'), medianOf(measured.floor, 'cpu')]
    rows.push({
      'GET /': encoding === 'identity' ? siteName : `${siteName}, ${encoding}`,
      'requests/s': Math.round(medianOf(measured.site, 'rate')),
      'of the floor': Math.round(medianOf(measured.floor, 'rate')),
      'CPU µs': cpu,
      'of its floor': floorCpu,
      ratio: floorCpu / cpu,
      ...verdict(aim, floorCpu / cpu >= aim),
      'p99 ms': medianOf(measured.site, 'p99'),
    })
  }
  return rows
}

async function measureStarts() {
  say('start to first response')
  const measured = { static: [], live: [], ready: [], stream: [], express: [] } as Record<
    Name,
    { ms: number; rest: number }[]
  >
  const names = Object.keys(servers) as Name[]
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const server = await servers[name]()
      measured[name].push({ ms: server.started, rest: server.memory('VmRSS') })
      await server.stop()
    }
  }
  return names.map(name => {
    const ratio = medianOf(measured[name], 'ms') / medianOf(measured.express, 'ms')
    return {
      process: name,
      'first response, ms': Math.round(medianOf(measured[name], 'ms')),
      'of Express': ratio,
      ...verdict(STARTS[name], ratio <= (STARTS[name] ?? 0)),
      'MiB at rest': medianOf(measured[name], 'rest'),
      'MiB at most, loaded': peaks[name],
    }
  })
}

/** The largest of all pages. A build over a budget fails. */
async function measureBytes() {
  const all = await costs(join(root, 'build'))
  return (['html', 'css', 'common', 'script', 'fonts'] as const).map(figure => {
    const most = Math.max(...all.map(page => page[figure].br))
    return { 'bytes with brotli': figure, most, ...verdict(budgets[figure], most <= budgets[figure]) }
  })
}

async function measureBuild() {
  say('build and prerender')
  const times = []
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    await output(['--import', 'tsx', 'scripts/build.ts'])
    const built = performance.now()
    await output(['--import', 'tsx', 'scripts/prerender.ts'])
    times.push({ build: built - begun, prerender: performance.now() - built })
  }
  const [build, prerender] = [medianOf(times, 'build'), medianOf(times, 'prerender')]
  return [{ build, prerender, ...verdict(BUILD, build + prerender <= BUILD) }]
}
