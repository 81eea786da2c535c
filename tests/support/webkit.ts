import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { find } from './needs.ts'
import { freePort } from './server.ts'
import type { Visitor } from './visitor.ts'

/** The browser that comes with Debian's WebKitGTK. */
const [miniBrowser = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Escape: '\uE00C', Tab: '\uE004', Enter: '\uE007' }

/** Starts WebKitGTK on a screen of its own, and drives it over WebDriver: https://www.w3.org/TR/webdriver2/ */
export async function launchWebKit(): Promise<Visitor> {
  const home = mkdtempSync(join(tmpdir(), 'webkit-test-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n') // Reduced motion.
  const screen = spawn(find('Xvfb') ?? 'Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] ?? screen, 'data')
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home, XDG_CONFIG_HOME: home }
  const port = await freePort()
  const driver = spawn(find('WebKitWebDriver') ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env,
  })

  async function call<Value>(method: string, path: string, parameters: object = {}): Promise<Value> {
    const body = method === 'POST' ? JSON.stringify(parameters) : null
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body })
    const { value } = (await response.json()) as { value: Value & { message: string } }
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  while (!(await call('GET', '/status').catch(() => false))) await setTimeout(20)

  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
    },
  })
  const ask = <Value>(command: string, parameters?: object) =>
    call<Value>('POST', `/session/${sessionId}${command}`, parameters)
  const act = (source: object) => ask<void>('/actions', { actions: [source] })

  return {
    goto: url => ask('/url', { url }),
    back: () => ask('/back'),
    evaluate: expression => ask('/execute/sync', { script: `return ${expression}`, args: [] }),
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
    resize: (width, height) => ask('/window/rect', { width, height }),
    async consoleOf(urls, lastWords) {
      // Not over WebDriver, under which the browser keeps its messages for itself.
      const browser = spawn(miniBrowser, ['--enable-write-console-messages-to-stdout=true', ...urls], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env,
      })
      const heard: string[] = []
      let ended = 0
      for await (const line of createInterface(browser.stderr)) {
        const message = /CONSOLE (.*)/.exec(line)?.[1]
        if (message?.endsWith(lastWords)) ended++
        else if (message) heard.push(message)
        if (ended === urls.length) break
      }
      await end(browser)
      return heard
    },
    async close() {
      await call('DELETE', `/session/${sessionId}`)
      await Promise.all([driver, screen].map(end))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
