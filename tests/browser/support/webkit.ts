// Debian's WebKit, as visitors have it, instead of Playwright's patched build (https://playwright.dev/docs/browsers#webkit).
// Its driver speaks HTTP, and a dozen commands need no library.
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { find } from '../../support/needs.ts'
import { holdPort, LOOPBACK } from '../../support/ports.ts'
import { launch } from '../../support/process.ts'
import { canBePictured } from './open-pages.ts'
import type { Driver } from './visitor.ts'

/** The browser that comes with Debian's WebKitGTK. */
const [binary = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

/** In milliseconds. A script may take 30 seconds, which is WebDriver's own limit; any other command takes a few milliseconds. */
const COMMAND_TIMEOUT = 45_000

/**
 * Whether the browser has stopped responding. WebKitGTK did so once in about fifty CI runs, and then ignores all further
 * commands. WebKit's own tests start a new browser, too: https://github.com/WebKit/WebKit/pull/73421
 */
let isStuck = false

/** Options for tests in WebKitGTK: if it gets stuck, the test runs once more, in a new browser. */
export const againWhereStuck = { retry: { count: 1, condition: /^WebKitGTK is stuck$/ } }
/** Has to run after each of these tests, because Vitest decides by a test's last error whether to retry it. */
export function failWhereStuck(): void {
  if (isStuck) throw new Error('WebKitGTK is stuck')
}

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Tab: '\uE004', Enter: '\uE007', x: 'x' }

/** Starts WebKitGTK. If it gets stuck, starts a new one before the next page. */
export async function launchWebKit(): Promise<Driver> {
  let browser = await startBrowser()
  canBePictured(() => [browser.takePicture()])
  return {
    async goto(...page) {
      if (isStuck) {
        await browser.close()
        isStuck = false
        browser = await startBrowser()
      }
      await browser.goto(...page)
    },
    evaluate: expression => browser.evaluate(expression),
    clickAt: (x, y) => browser.clickAt(x, y),
    moveTo: (x, y) => browser.moveTo(x, y),
    press: key => browser.press(key),
    close: () => browser.close(),
  }
}

/** Starts WebKitGTK on its own screen, and drives it over WebDriver: https://www.w3.org/TR/webdriver2/ */
async function startBrowser(): Promise<Driver & { takePicture(): Promise<Uint8Array> }> {
  // Not removed at the end, because the browser's processes may still write to it. It's among the temporary files of the run.
  const home = mkdtempSync(join(tmpdir(), 'webkit-test-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n') // Reduced motion.
  const screen = launch(find('Xvfb') ?? 'Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    killSignal: 'SIGTERM',
  })
  const [, , , displays] = screen.child.stdio
  const [display] = await Promise.race([once(displays ?? screen.child, 'data'), screen.failed])
  const port = await holdPort()
  const options = [`--host=${LOOPBACK}`, `--port=${port}`]
  const driver = launch(find('WebKitWebDriver') ?? 'WebKitWebDriver', options, {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home, XDG_CONFIG_HOME: home },
    killSignal: 'SIGTERM',
    detached: true, // Starts a process group, so that a signal reaches the browser, too.
  })

  async function call<Value>(method: string, path: string, parameters: object = {}): Promise<Value> {
    const body = method === 'POST' ? JSON.stringify(parameters) : null
    // A new connection for each command, because the driver may be closing an idle one.
    const headers = { Connection: 'close' }
    failWhereStuck()
    const signal = AbortSignal.timeout(COMMAND_TIMEOUT)
    const url = `http://${LOOPBACK}:${port}${path}`
    const response = await fetch(url, { method, body, headers, signal }).catch(error => {
      isStuck ||= signal.aborted
      throw error
    })
    const { value } = (await response.json()) as { value: Value & { message: string } }
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  await vi.waitFor(() => call('GET', '/status'), { timeout: 30_000, interval: 20 })

  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  })
  const send = (command: string, parameters?: object) =>
    call('POST', `/session/${sessionId}${command}`, parameters)
  const act = (source: object) => send('/actions', { actions: [source] })

  const movePointer = (x: number, y: number, then: object[] = []) => {
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }
    return act({ type: 'pointer', id: 'mouse', actions: [move, ...then] })
  }

  return {
    async goto(url, width, height) {
      await send('/window/rect', { width, height })
      await send('/url', { url })
    },
    evaluate: expression => send('/execute/sync', { script: `return ${expression}`, args: [] }),
    clickAt: (x, y) =>
      movePointer(x, y, [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    moveTo: (x, y) => movePointer(x, y),
    press: key =>
      act({
        type: 'key',
        id: 'keyboard',
        actions: ['keyDown', 'keyUp'].map(type => ({ type, value: keys[key] })),
      }),
    takePicture: async () =>
      Buffer.from(await call<string>('GET', `/session/${sessionId}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', `/session/${sessionId}`).catch(() => {}) // It may be stuck.
      driver.signal(isStuck ? 'SIGKILL' : 'SIGTERM')
      await driver.ended
      screen.signal('SIGTERM')
      await screen.ended
    },
  }
}
