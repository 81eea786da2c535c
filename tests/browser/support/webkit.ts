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

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Escape: '\uE00C', Tab: '\uE004', Enter: '\uE007', x: 'x' }

/** Starts WebKitGTK on a screen of its own, and drives it over WebDriver: https://www.w3.org/TR/webdriver2/ */
export async function launchWebKit(): Promise<Driver> {
  // Not removed at the end: processes of the browser may still write into it. It is among the temporary files of the run.
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
  })

  async function call<Value>(method: string, path: string, parameters: object = {}): Promise<Value> {
    const body = method === 'POST' ? JSON.stringify(parameters) : null
    // A connection for each command: one that is reused may be closed by the driver at that moment.
    const headers = { Connection: 'close' }
    const response = await fetch(`http://${LOOPBACK}:${port}${path}`, { method, body, headers })
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

  const takePicture = async () =>
    Buffer.from(await call<string>('GET', `/session/${sessionId}/screenshot`), 'base64')
  canBePictured(() => [takePicture()])

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
    async close() {
      await call('DELETE', `/session/${sessionId}`)
      for (const { signal, ended } of [driver, screen]) {
        signal('SIGTERM')
        await ended
      }
    },
  }
}
