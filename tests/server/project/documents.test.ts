// README.md, docs/, deploy/README.md and features/: the commands, links, defaults and code that readers rely on.
// system/docs-code.test.ts puts the code of docs/recipes/ into a site and runs it.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { transformSync } from 'esbuild'
import { expect, test, vi } from 'vitest'
import { sectionOf } from '../../support/documents.ts'
import { ENGINE_VERSION, readConfig } from '../../support/engine.ts'
import { root } from '../../support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const documents = [
  'README.md',
  'CHANGELOG.md',
  'deploy/README.md',
  'tests/README.md',
  ...globSync('docs/**/*.md', { cwd: root }).map(name => name.replaceAll('\\', '/')),
]

/** The code blocks of a document in this language. */
const blocksOf = (name: string, language: string) =>
  Array.from(
    read(name).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')),
    ([, code = '']) => code,
  )

/** The id that a Markdown renderer gives a heading. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const idsOf = (name: string) =>
  Array.from(read(name).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => idOf(heading))

/** From a company's repository: docs/upgrade.md. */
const MAY_BE_LEFT_OUT = /^tests\/(server|client|browser|system)\b/

/** A command that a feature adds. */
const OF_FEATURE = 'dev'

/** The commands that a document names and package.json lacks. */
function missingCommands(name: string) {
  const scripts = [...Object.keys(JSON.parse(read('package.json')).scripts), OF_FEATURE]
  const named = Array.from(read(name).matchAll(/npm run ([a-z:]+)/g), ([, script = '']) => script)
  return named.filter(script => !scripts.includes(script))
}

/** The links of a document whose file or heading doesn't exist. */
function deadLinks(name: string) {
  const text = read(name)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`|^ {4}.*$/gm, '')
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  return links
    .filter(target => !/^[a-z]+:/.test(target))
    .filter(target => {
      const [path = '', fragment] = target.split('#')
      const file = path === '' ? name : posix.join(posix.dirname(name), path)
      if (!existsSync(join(root, file)) || MAY_BE_LEFT_OUT.test(file)) return true
      return fragment !== undefined && !idsOf(file).includes(fragment)
    })
}

test.each(documents)('%s names only commands, files and headings that exist', name => {
  expect({ commands: missingCommands(name), links: deadLinks(name) }).toEqual({ commands: [], links: [] })
})

// One test for all, so that their number stays the same when a feature is deleted: system/delete-feature.
test('the documents of features name only commands, files and headings that exist', () => {
  for (const file of globSync('features/*/*.md', { cwd: root })) {
    const name = file.replaceAll('\\', '/')
    expect({ name, found: [...missingCommands(name), ...deadLinks(name)] }).toEqual({ name, found: [] })
  }
})

test('the table of variables in docs/operations.md has the server’s defaults', () => {
  const routes = Array.from(
    sectionOf('docs/operations.md', 'Configuration').matchAll(/^\| (`[A-Z_`, ]+`) \| (.*?) \|/gm),
    ([, names, value]) => [names?.replaceAll('`', ''), value?.replaceAll('`', '')],
  )
  const defaults = readConfig({}, 'https://a.example')
  expect(Object.fromEntries(routes)).toEqual({
    'PORT, HOST': `${defaults.port}, ${defaults.host} (0.0.0.0 in the container)`,
    SITE_ORIGIN: 'origin in shared/site/company.ts',
    SERVE: defaults.serve,
    HSTS: defaults.hsts,
    TRUST_PROXY: String(defaults.trustProxy),
    LOG_LEVEL: defaults.logLevel,
    LOG_INTERVAL: String(defaults.logInterval),
    KEEP_ALIVE_TIMEOUT: String(defaults.keepAliveTimeout),
    SHUTDOWN_DELAY: String(defaults.shutdownDelay),
    SHUTDOWN_TIMEOUT: String(defaults.shutdownTimeout),
    SITE_VERSION: 'none',
  })
})

test('the engine’s version is the newest dated one in CHANGELOG.md', () => {
  const [newest] = Array.from(
    read('CHANGELOG.md').matchAll(/^## (\S+) - \d{4}-\d\d-\d\d$/gm),
    ([, name]) => name,
  )
  expect(newest).toBe(ENGINE_VERSION)
})

test('the Prometheus endpoint in docs/operations.md sends prom-client’s metrics', async () => {
  const [code = ''] = blocksOf('docs/operations.md', 'ts')
  const collectDefaultMetrics = vi.fn()
  const library = { collectDefaultMetrics, register: { contentType: 'text/x', metrics: async () => 'up 1' } }
  const module: { exports: { endpoints?: (app: object) => void } } = { exports: {} }
  new Function('require', 'module', transformSync(code, { loader: 'ts', format: 'cjs' }).code)(
    () => library,
    module,
  )
  const get = vi.fn()
  module.exports.endpoints?.({ get })
  const [path, respond] = get.mock.calls[0] ?? []
  const response = { type: vi.fn(() => response), send: vi.fn() }
  await respond({}, response)
  expect({ path, type: response.type.mock.calls, body: response.send.mock.calls }).toEqual({
    path: '/metrics',
    type: [['text/x']],
    body: [['up 1']],
  })
  expect(collectDefaultMetrics).toHaveBeenCalledOnce()
})

test('the code in docs/operations.md reports browser errors and CSP violations', () => {
  const [, code = ''] = blocksOf('docs/operations.md', 'ts')
  const sendBeacon = vi.fn()
  const listeners: Record<string, (event: object) => void> = {}
  const addEventListener = (name: string, listener: (event: object) => void) => {
    listeners[name] = listener
  }
  new Function('addEventListener', 'navigator', transformSync(code, { loader: 'ts' }).code)(
    addEventListener,
    {
      sendBeacon,
    },
  )
  listeners.error?.({ message: 'no x', filename: '/a.js', lineno: 3, error: {} })
  listeners.securitypolicyviolation?.({
    violatedDirective: 'img-src',
    blockedURI: 'https://a.example',
    sample: '',
  })
  expect(sendBeacon.mock.calls).toEqual([
    ['/api/errors', '{"message":"no x","filename":"/a.js","lineno":3}'],
    ['/api/errors', '{"violatedDirective":"img-src","blockedURI":"https://a.example"}'],
  ])
})
