// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { expect, test, vi } from 'vitest'

const SCRIPTS = ['/assets/react.js', '/assets/common.js']
const PAGE = ['/assets/about.js', '/assets/prose.js']

/** The loader as the build puts it into a page. A test takes the place of import(). */
const source = readFileSync(join(import.meta.dirname, '../../client/loader.ts'), 'utf8')
const define = { SCRIPTS: JSON.stringify(SCRIPTS) }
const { code } = await transform(source, { loader: 'ts', format: 'iife', define })
const loader = code.replaceAll('import(', 'importFile(')

type Step = 'load' | 'frame' | 'idle'
const whenIdle = ['load', 'frame', 'frame', 'idle'] as const

/** Runs the loader in a browser that takes its next steps when the test says so. */
function visit({ saveData = false, isSafari = false, importFile = succeed } = {}) {
  const waiting: Record<Step, (() => void)[]> = { load: [], frame: [], idle: [] }
  const timers: [run: () => void, wait: number][] = []
  const preloaded: string[] = []
  const imported = vi.fn(importFile)
  const reported = vi.fn()
  const requestIdleCallback = (listener: () => void) => waiting.idle.push(listener)
  const globals = {
    window: isSafari ? {} : { requestIdleCallback },
    navigator: { connection: { saveData } },
    document: {
      currentScript: { dataset: { page: PAGE.join(' ') } },
      head: { append: ({ href }: HTMLLinkElement) => preloaded.push(href) },
      createElement: () => ({}),
    },
    addEventListener: (step: Step, listener: () => void) => waiting[step].push(listener),
    requestAnimationFrame: (listener: () => void) => waiting.frame.push(listener),
    setTimeout: (listener: () => void, wait: number) => timers.push([listener, wait]),
    importFile: imported,
    reportError: reported,
  }
  new Function(...Object.keys(globals), loader)(...Object.values(globals))
  const reach = async (...steps: readonly Step[]) => {
    for (const step of steps) for (const listener of waiting[step].splice(0)) listener()
    await new Promise(setImmediate)
  }
  return { reach, timers, preloaded, imported, reported }
}

const page = { start: vi.fn(), default: () => null }
const succeed = async (file: string): Promise<unknown> => (file === PAGE[0] ? page : {})

test.each([
  ['two frames later, when the browser is idle', false, [...SCRIPTS, ...PAGE], [2000]],
  ['after a pause where the browser cannot say that it is idle', true, [], [2000, 100]],
])('the script is requested once the page has loaded, %s', async (_, isSafari, requested, waits) => {
  const { reach, preloaded, timers } = visit({ isSafari })
  await reach('load', 'frame', 'frame')
  expect(preloaded).toEqual([])
  await reach('idle')
  expect(preloaded).toEqual(requested)
  expect(timers.map(([, wait]) => wait)).toEqual(waits)
})

test('it is requested after two seconds at the latest, and not again when the browser is idle', async () => {
  const { reach, timers, imported } = visit()
  await reach('load')
  expect(timers.map(([, wait]) => wait)).toEqual([2000])
  timers[0]?.[0]()
  await reach(...whenIdle)
  expect(imported).toHaveBeenCalledTimes(3)
})

test('it is never requested where the visitor saves data', async () => {
  const { reach, timers, preloaded } = visit({ saveData: true })
  await reach(...whenIdle)
  expect([timers, preloaded]).toEqual([[], []])
})

test('its files are evaluated one after the other, and then the page starts', async () => {
  const first = Promise.withResolvers()
  const importFile = (file: string) => (file === SCRIPTS[0] ? first.promise : succeed(file))
  const { reach, imported } = visit({ importFile })
  await reach(...whenIdle)
  expect(imported.mock.calls.flat()).toEqual([SCRIPTS[0]])
  first.resolve({})
  await reach()
  expect(imported.mock.calls.flat()).toEqual([...SCRIPTS, PAGE[0]])
  expect(page.start).toHaveBeenLastCalledWith(page.default)
})

test.each([
  ['An error of the script', 'undefined is not a function', 1],
  ['A failed request', 'Failed to fetch dynamically imported module: https://a.example/a.js', 0],
  ['A failed request in Safari', 'Importing a module script failed.', 0],
])('%s reaches window.onerror: "%s", %i times', async (_, message, times) => {
  const { reach, reported } = visit({ importFile: () => Promise.reject(new TypeError(message)) })
  await reach(...whenIdle)
  expect(reported).toHaveBeenCalledTimes(times)
})
