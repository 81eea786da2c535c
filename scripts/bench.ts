import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { plot } from './bench/plot.ts'
import { load, output, pinned, serve } from './bench/processes.ts'
import { bundleForNode } from './bundle.ts'
import { table } from './table.ts'

// Measures what npm run prerender has made, beside the floors of bench/floor.tsx. With --short in a minute.
const { values: flags } = parseArgs({
  options: { short: { type: 'boolean' }, json: { type: 'boolean' }, plot: { type: 'boolean' } },
})
const { seconds, runs, pages } = flags.short
  ? { seconds: 1, runs: 3, pages: [100, 1000] }
  : { seconds: 2, runs: 5, pages: [1000, 10_000] }

const root = join(import.meta.dirname, '..')
process.chdir(root)
const tools = await mkdtemp(join(tmpdir(), 'bench-'))
const entries = ['floor.tsx', 'inside.tsx', 'express.ts']
await bundleForNode(
  Object.fromEntries(entries.map(file => [parse(file).name, `scripts/bench/${file}`])),
  tools,
)

const floor = (name: string) => () => serve([join(tools, 'floor.js'), name, root])
const site = (mode: string) => () => serve(['build/server.js'], { SERVE: mode })
const servers = {
  static: site('static'),
  live: site('live'),
  ready: floor('ready'),
  stream: floor('stream'),
  express: () => serve([join(tools, 'express.js')]),
}
type Name = keyof typeof servers

/** What is loaded, in which content encoding, beside which floor, and which part of the floor's CPU time is the aim. */
const throughput: {
  name: string
  server: Name
  floor: Name
  coding: string
  floorCoding: string
  aim: number
}[] = [
  {
    name: 'static',
    server: 'static',
    floor: 'ready',
    coding: 'identity',
    floorCoding: 'identity',
    aim: 0.95,
  },
  { name: 'static, brotli', server: 'static', floor: 'ready', coding: 'br', floorCoding: 'br', aim: 0.95 },
  { name: 'live', server: 'live', floor: 'stream', coding: 'identity', floorCoding: 'identity', aim: 0.9 },
  { name: 'live, brotli', server: 'live', floor: 'stream', coding: 'br', floorCoding: 'identity', aim: 0.5 },
  { name: 'live, gzip', server: 'live', floor: 'stream', coding: 'gzip', floorCoding: 'identity', aim: 0.5 },
]

/** At most: of bare Express. */
const START = { static: 1.15, live: 1.2 }

/** At most, in milliseconds. */
const BUILD = 1000

/** In seconds. */
const WARM_UP = 2

/** In MiB, after all loads. */
const peaks: Partial<Record<Name, number | undefined>> = {}

const say = (text: string) => process.stderr.write(`${text}\n`)
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

try {
  const results = {
    machine: {
      cpu: cpus()[0]?.model,
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      pinned,
    },
    throughput: await measureThroughput(),
    starts: await measureStarts(),
    bytes: await measureBytes(),
    build: await measureBuild(),
    renders: JSON.parse(await output([join(tools, 'inside.js'), root])) as Record<string, number>,
    growth: await measureGrowth(),
  }
  console.log(flags.json ? JSON.stringify(results, null, 2) : report(results))
  if (flags.plot) {
    const bars = results.throughput.map(({ name, ratio, cpuRatio = ratio }) => ({ name, ratio: cpuRatio }))
    await writeFile('docs/performance.svg', plot(bars))
  }

  function report({ machine, throughput, starts, bytes, build, renders, growth }: typeof results): string {
    const number = (value: number | undefined, digits = 0) => value?.toFixed(digits) ?? '–'
    const verdict = (name: string, value: number | undefined, aim: number, atMost = true) => {
      const digits = aim < 10 ? 2 : 0
      const reached = value !== undefined && (atMost ? value <= aim : value >= aim)
      return [name, number(value, digits), `${atMost ? '≤' : '≥'} ${aim}`, reached ? 'pass' : 'short']
    }
    const startOf = (name: Name) => starts.find(start => start.name === name)?.ratio
    const most = (figure: 'html' | 'css' | 'script') => Math.max(...bytes.pages.map(page => page[figure].br))
    return [
      table(
        ['figure', 'measured', 'aim', ''],
        [
          ...throughput.map(({ name, cpuRatio, ratio, aim }) =>
            verdict(`${name}, of its floor`, cpuRatio ?? ratio, aim, false),
          ),
          verdict('start, static, of Express', startOf('static'), START.static),
          verdict('start, live, of Express', startOf('live'), START.live),
          verdict('build and prerender, ms', build.build + build.prerender, BUILD),
          verdict('HTML, bytes', most('html'), 7000),
          verdict('of it CSS, bytes', most('css'), 5000),
          verdict('script, bytes', most('script'), 90_000),
        ],
      ),
      `${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}, ${pinned ? 'pinned' : 'not pinned'}`,
      table(
        ['GET /', 'requests/s', 'floor', 'ratio', 'CPU µs', 'floor', 'ratio', 'p99 ms'],
        throughput.map(({ name, site, floor, ratio, cpuRatio }) => [
          name,
          number(site.rate),
          number(floor.rate),
          number(ratio, 2),
          number(site.cpu, 1),
          number(floor.cpu, 1),
          number(cpuRatio, 2),
          number(site.p99),
        ]),
      ),
      table(
        ['process', 'first answer ms', 'of Express', 'MiB at rest', 'MiB at most, loaded'],
        starts.map(({ name, ms, ratio, rest, peak }) => [
          name,
          number(ms),
          number(ratio, 2),
          number(rest),
          number(peak),
        ]),
      ),
      bytes.text,
      table(
        ['work', 'time'],
        [
          ['npm run build', `${number(build.build)} ms`],
          ['npm run prerender, after it', `${number(build.prerender)} ms`],
          ...Object.entries(renders).map(([path, time]) => [`render ${path}`, `${number(time)} µs`]),
        ],
      ),
      table(
        ['pages prerendered', 'ms a page', 'CPU ms a page', 'MiB at most'],
        growth.map(({ pages, msPerPage, cpuMsPerPage, peakMiB }) => [
          String(pages),
          number(msPerPage, 2),
          number(cpuMsPerPage, 2),
          number(peakMiB),
        ]),
      ),
    ].join('\n\n')
  }
} finally {
  await rm(tools, { recursive: true })
}

/** Site and floor take turns, so that both have the same share of the machine's bad moments. */
async function measureThroughput() {
  const results = []
  for (const { name, server, floor, coding, floorCoding, aim } of throughput) {
    say(`load: ${name}`)
    const site = await servers[server]()
    const limit = await servers[floor]()
    const measured: { site: Load[]; floor: Load[] } = { site: [], floor: [] }
    try {
      await load(site, WARM_UP, coding)
      await load(limit, WARM_UP, floorCoding)
      for (let run = 0; run < runs; run++) {
        measured.site.push(await load(site, seconds, coding))
        measured.floor.push(await load(limit, seconds, floorCoding))
      }
      peaks[server] = Math.max(peaks[server] ?? 0, site.peakMemory() ?? Number.NaN)
      peaks[floor] = Math.max(peaks[floor] ?? 0, limit.peakMemory() ?? Number.NaN)
    } finally {
      await Promise.all([site.stop(), limit.stop()])
    }
    const medians = { site: medianLoad(measured.site), floor: medianLoad(measured.floor) }
    const ratio = medians.site.rate / medians.floor.rate
    const cpuRatio = medians.site.cpu && medians.floor.cpu && medians.floor.cpu / medians.site.cpu
    results.push({ name, ...medians, ratio, cpuRatio, aim })
  }
  return results
}

type Load = Awaited<ReturnType<typeof load>>

function medianLoad(loads: Load[]) {
  return {
    rate: median(loads.map(({ rate }) => rate)),
    p99: median(loads.map(({ p99 }) => p99)),
    cpu: loads[0]?.cpu === undefined ? undefined : median(loads.map(({ cpu = Number.NaN }) => cpu)),
  }
}

async function measureStarts() {
  say('start to first answer')
  const measured = new Map<Name, { ms: number; rest: number | undefined }[]>()
  for (let run = 0; run < runs; run++) {
    for (const name of Object.keys(servers) as Name[]) {
      const server = await servers[name]()
      const seen = measured.get(name) ?? []
      measured.set(name, [...seen, { ms: server.started, rest: server.memory() }])
      await server.stop()
    }
  }
  const ms = (name: Name) => median((measured.get(name) ?? []).map(({ ms }) => ms))
  return [...measured].map(([name, starts]) => ({
    name,
    ms: ms(name),
    ratio: ms(name) / ms('express'),
    rest: starts[0]?.rest === undefined ? undefined : median(starts.map(({ rest = Number.NaN }) => rest)),
    peak: peaks[name],
  }))
}

async function measureBytes() {
  const { costs, costTable }: typeof import('./costs.ts') = await import(join(root, 'build/prerender.js'))
  const pages = await costs(join(root, 'build'))
  return { pages, text: costTable(pages) }
}

async function measureBuild() {
  say('build and prerender')
  const times: { build: number[]; prerender: number[] } = { build: [], prerender: [] }
  const time = async (args: string[]) => {
    const start = performance.now()
    await output(args)
    return performance.now() - start
  }
  for (let run = 0; run < 3; run++) {
    times.build.push(await time(['scripts/build.ts']))
    times.prerender.push(await time(['build/prerender.js']))
  }
  return { build: median(times.build), prerender: median(times.prerender) }
}

async function measureGrowth() {
  const results: { pages: number; msPerPage: number; cpuMsPerPage: number; peakMiB: number }[] = []
  for (const count of pages) {
    say(`prerender ${count} pages`)
    results.push(JSON.parse(await output([join(tools, 'inside.js'), root, String(count)])))
  }
  return results
}
