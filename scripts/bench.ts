import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { load, output, pinned, serve } from './bench/processes.ts'
import { budgets } from './build/budgets.ts'
import { bundleForNode } from './build/bundle.ts'
import { columns } from './build/columns.ts'
import { costs } from './build/costs.ts'
import { root } from './build/folders.ts'

// Measures what npm run prerender has made, beside bare Express. docs/performance.md says how to read it.
const { values: flags } = parseArgs({ options: { short: { type: 'boolean' }, json: { type: 'boolean' } } })
const { seconds, runs } = flags.short ? { seconds: 1, runs: 3 } : { seconds: 2, runs: 5 }

process.chdir(root)
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
await bundleForNode({ express: 'scripts/bench/express.ts' }, folder)
const servers = {
  live: () => serve(['build/server.js'], { SERVE: 'live' }),
  static: () => serve(['build/server.js'], { SERVE: 'static' }),
  express: () => serve([join(folder, 'express.js')]),
}
type Name = keyof typeof servers
const names = Object.keys(servers) as Name[]

const say = (text: string) => process.stderr.write(`${text}\n`)
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** In MiB, under all loads. */
const peaks: Partial<Record<Name, number>> = {}

try {
  const loads = []
  for (const encoding of ['identity', 'br'])
    for (const name of ['live', 'static'] as const) loads.push(await measureLoad(name, encoding))
  const results = {
    loads,
    starts: await measureStarts(),
    bytes: await measureBytes(),
    build: await measureBuild(),
  }
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, ${pinned ? 'pinned' : 'not pinned'}`
  if (flags.json) console.log(JSON.stringify({ machine, ...results }, null, 2))
  else console.log([machine, ...Object.values(results).map(columns)].join('\n\n'))
} finally {
  await rm(folder, { recursive: true })
}

/** The site and Express take turns, so that both have the same share of the machine's bad moments. */
async function measureLoad(name: 'live' | 'static', encoding: string) {
  say(`load: ${name}, ${encoding}`)
  const pair = { [name]: await servers[name](), express: await servers.express() }
  const measured = { [name]: [], express: [] } as Record<string, Awaited<ReturnType<typeof load>>[]>
  try {
    for (const server of Object.values(pair)) await load(server, 2, encoding) // To warm up.
    for (let run = 0; run < runs; run++)
      for (const [key, server] of Object.entries(pair))
        measured[key]?.push(await load(server, seconds, encoding))
    for (const [key, server] of Object.entries(pair))
      peaks[key as Name] = Math.max(peaks[key as Name] ?? 0, server.memory('VmHWM'))
  } finally {
    await Promise.all(Object.values(pair).map(server => server.stop()))
  }
  const of = (key: string, figure: 'rate' | 'cpu') => median(measured[key]?.map(run => run[figure]) ?? [])
  return {
    'GET /': encoding === 'br' ? `${name}, brotli` : name,
    'requests/s': Math.round(of(name, 'rate')),
    'CPU µs': of(name, 'cpu'),
    'Express, CPU µs': of('express', 'cpu'),
    'Express / site': of('express', 'cpu') / of(name, 'cpu'),
  }
}

async function measureStarts() {
  say('start')
  const measured: Record<Name, { started: number; rest: number }[]> = { live: [], static: [], express: [] }
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const server = await servers[name]()
      measured[name].push({ started: server.started, rest: server.memory('VmRSS') })
      await server.stop()
    }
  }
  const started = (name: Name) => median(measured[name].map(run => run.started))
  return names.map(name => ({
    process: name,
    'first response, ms': Math.round(started(name)),
    'site / Express': started(name) / started('express'),
    'MiB at rest': median(measured[name].map(run => run.rest)),
    'MiB at most, loaded': peaks[name],
  }))
}

/** The largest of all pages, with brotli. */
async function measureBytes() {
  const all = await costs(join(root, 'build'))
  return (['html', 'css', 'common', 'script', 'fonts'] as const).map(figure => ({
    'bytes of a page': figure,
    'at most': Math.max(...all.map(page => page[figure].br)),
    budget: budgets[figure],
  }))
}

/** Of an unchanged site. */
async function measureBuild() {
  say('build')
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    await output(['--import', 'tsx', 'scripts/prerender.ts'])
    times.push(performance.now() - begun)
  }
  return [{ 'build and prerender, ms': Math.round(median(times)) }]
}
