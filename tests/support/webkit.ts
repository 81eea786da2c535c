import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { find } from './needs.ts'
import type { Driver } from './visitor.ts'

/** The browser that comes with Debian's WebKitGTK. */
const [binary = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Escape: '\uE00C', Tab: '\uE004', Enter: '\uE007' }

/** Starts WebKitGTK on a screen of its own, and drives it over WebDriver: https://www.w3.org/TR/webdriver2/ */
export async function launchWebKit(): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'webkit-test-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n') // Reduced motion.
  const screen = spawn(find('Xvfb') ?? 'Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] ?? screen, 'data')
  const port = await freePort()
  const driver = spawn(find('WebKitWebDriver') ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home, XDG_CONFIG_HOME: home },
  })

  // Also where a test has failed before it could close the browser.
  for (const child of [driver, screen]) process.once('exit', () => child.kill())

  async function call<Value>(method: string, path: string, parameters: object = {}): Promise<Value> {
    const body = method === 'POST' ? JSON.stringify(parameters) : null
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body })
    const { value } = (await response.json()) as { value: Value & { message: string } }
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  await vi.waitFor(() => call('GET', '/status'), { timeout: 30_000, interval: 20 })

  const options = { binary, args: ['--automation'] }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const send = (command: string, parameters?: object) =>
    call('POST', `/session/${sessionId}${command}`, parameters)
  const act = (source: object) => send('/actions', { actions: [source] })

  return {
    async goto(url, width, height) {
      await send('/window/rect', { width, height })
      await send('/url', { url })
    },
    evaluate: expression => send('/execute/sync', { script: `return ${expression}`, args: [] }),
    clickAt: (x, y) =>
      act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    press: key =>
      act({
        type: 'key',
        id: 'keyboard',
        actions: ['keyDown', 'keyUp'].map(type => ({ type, value: keys[key] })),
      }),
    async close() {
      await call('DELETE', `/session/${sessionId}`)
      await Promise.all([driver, screen].map(end))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A port of the loopback address on which nobody listens: WebKitWebDriver does not say which one it would take. */
async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
