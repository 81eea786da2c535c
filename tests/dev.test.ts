import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../shared/pages.ts'
import { hydrated, sharedBrowser } from './support/browser.ts'
import { copyOfProject } from './support/project.ts'
import { pageIds } from './support/table.ts'

const project = copyOfProject()
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  project.remove()
})

/** Runs a command in the copy, in a process group of its own. Resolves when it says where it listens, or has ended. */
async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: project.folder, detached: true } as const
  const child = spawn(command, args, { ...options, env: { ...process.env, NODE_ENV: '', PORT: '0', ...env } })
  running.push(child)
  const output = { out: '', err: '' }
  const ended = once(child, 'close').then(([code]) => code as number)
  child.stderr.setEncoding('utf8').on('data', chunk => {
    output.err += chunk
  })
  const listening = new Promise<void>(resolve => {
    child.stdout.setEncoding('utf8').on('data', chunk => {
      output.out += chunk
      if (output.out.includes('http://127.0.0.1:')) resolve()
    })
  })
  await Promise.race([listening, ended])
  return { child, url: /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)?.[0] ?? '', output, ended }
}

const startDev = (env: Record<string, string> = {}, args: string[] = []) =>
  run(process.execPath, [...args, '--import', 'tsx', 'scripts/dev.ts'], env)

type Edit = [file: string, from: string, to: string]

/** Edits a file of the copy. Returns what takes the edit back. */
function edit(...[file, from, to]: Edit): () => void {
  const text = readFileSync(join(project.folder, file), 'utf8')
  expect(text).toContain(from)
  project.write(file, text.replace(from, to))
  return () => project.write(file, text)
}

describe('npm run dev', () => {
  let dev: Awaited<ReturnType<typeof run>>
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    ;[dev, browser] = await Promise.all([startDev(), sharedBrowser()])
    page = await browser.newPage()
    await page.goto(dev.url)
    await hydrated(page)
  })
  afterAll(() => browser?.close())

  test('shows an edit of a page by itself', async () => {
    edit('shared/document.tsx', '<body>', '<body><p id="edited">Edited</p>')
    await page.locator('#edited').waitFor()
  })

  test('swaps an edited style without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const style = 'h1 { outline: 7px solid red !important }'
    appendFileSync(join(project.folder, 'shared/styles/index.css'), style)
    await page.waitForFunction(() => {
      const heading = document.querySelector('h1')
      return heading && getComputedStyle(heading).outlineWidth === '7px'
    })
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  test('shows a draft in Markdown, an edit of it, and what is wrong in it', async () => {
    const file = 'shared/content/draft-of-a-test.md'
    const description = 'A page that is made for this test, and that nobody else will ever read.'
    const write = (text: string) =>
      project.write(file, `---\ntitle: Draft\ndescription: ${description}\ndraft: true\n---\n${text}\n`)
    mkdirSync(join(project.folder, 'shared/content'), { recursive: true })
    write('One.')
    await page.waitForFunction(async () => (await fetch('/draft-of-a-test')).ok)
    await page.goto(`${dev.url}/draft-of-a-test`)
    write('Two.')
    await page.getByText('Two.').waitFor({ timeout: 25_000 })
    write('To [nowhere](/nowhere).')
    await page.getByText(`${file}:6: the link to /nowhere`).waitFor()
    rmSync(join(project.folder, file))
    await page.goto(dev.url)
    await hydrated(page)
  })

  test('sends an edit of the server with the next response', async () => {
    edit('server/site-files.ts', 'User-agent: *', 'User-agent: *\\nDisallow: /edited')
    await page.waitForFunction(async () => (await (await fetch('/robots.txt')).text()).includes('/edited'))
  })

  test('sends a new public file at once', async () => {
    project.write('shared/public/new.txt', 'new')
    await page.waitForFunction(async () => (await (await fetch('/new.txt')).text()) === 'new')
  })

  test('shows a page in Markdown as it is written', async () => {
    mkdirSync(join(project.folder, 'shared/content'), { recursive: true })
    const description = 'A page of this test. '.repeat(3)
    for (const words of ['First', 'Second']) {
      const text = `---\ntitle: A note\ndescription: ${description}\n---\n${words} words`
      project.write('shared/content/note-of-this-test.md', text)
      const shown = async () => (await fetch(`${dev.url}/note-of-this-test`)).text()
      await expect.poll(shown).toContain(`<p>${words} words</p>`)
    }
  })

  test.each(pageIds)('draws the link preview of %s', async id => {
    const response = await fetch(`${dev.url}/og/${id}.png`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  const row = `
  made: { path: '/made', title: 'A page of one', description: '${'A page of this test. '.repeat(3)}', label: 'Made',
    menus: {}, type: 'WebPage', }`
  const mistakes: Record<string, [Edit, message: RegExp, code: RegExp]> = {
    'in the syntax of a page': [
      ['shared/document.tsx', 'export function Document(', 'export function Document(('],
      /Expected/,
      /shared\/document\.tsx:\d+:\d+:\n +\d+ │ export function Document\(\(/,
    ],
    'in a style': [
      ['shared/styles/base.css', '\n}', '\n}\nh1::after {{ color: red }'],
      /Unexpected "{"/,
      /shared\/styles\/base\.css:\d+:\d+:\n +\d+ │ h1::after {{/,
    ],
    'that throws while the server renders': [
      [
        'shared/document.tsx',
        '  return (\n    <html',
        '  if (!globalThis.document) throw new Error("mistake")\n  return (\n    <html',
      ],
      /^Error: mistake/,
      /shared\/document\.tsx:\d+:\d+\n(.*\n)*> +\d+ \| {3}if .*\n +\| +\^/,
    ],
    'that throws while the browser renders': [
      [
        'shared/document.tsx',
        '  return (\n    <html',
        '  if (globalThis.document) throw new Error("mistake")\n  return (\n    <html',
      ],
      /^Error: mistake/,
      /shared\/document\.tsx:\d+:\d+\n(.*\n)*> +\d+ \| {3}if .*\n +\| +\^/,
    ],
    'in the types': [
      ['shared/layout/header.tsx', '{site.name}', '{site.nome}'],
      /error TS\d+: Property 'nome' does not exist/,
      /^shared\/layout\/header\.tsx\(\d+,\d+\): error/,
    ],
    'that leads nowhere': [
      ['shared/layout/header.tsx', 'href="/"', 'href="/nowhere"'],
      /^\/: the link to \/nowhere is dead$/m,
      /nowhere/,
    ],
    'in a style that the policy blocks': [
      ['shared/layout/header.tsx', '<div className', '<div style={{ color: "red" }} className'],
      /the policy blocks the style of <div style="color:red">: write a class/,
      /style/,
    ],
    'in a row without a component': [
      ['shared/pages.ts', '\n} as const', `${row}\n} as const`],
      /^pages\.made has no component: write shared\/pages\/made\.tsx, and name it in shared\/routes\.tsx/,
      /pages\.made/,
    ],
    'in a row of the server without a component': [
      ['shared/pages.ts', '\n} as const', `${row.replace('{}', '{}, server: true')}\n} as const`],
      /^pages\.made has no component: write it in server\/pages\/, and name it in server\/pages\/index\.ts/,
      /pages\.made/,
    ],
    'in the words of a row': [
      [
        'shared/pages.ts',
        '\n} as const',
        `${row.replace("title: '", `title: '${'x'.repeat(60)}`)}\n} as const`,
      ],
      /^pages\.made\.title has 73 characters: write 5 to 60$/m,
      /pages\.made/,
    ],
    'that throws as the script starts': [
      ['client/entry.ts', '\nconst otherPages', '\nthrow new Error("mistake")\nconst otherPages'],
      /^Error: mistake/,
      /client\/entry\.ts:\d+:\d+\n(.*\n)*> +\d+ \| throw/,
    ],
  }
  test.each(Object.entries(mistakes))(
    'shows a mistake %s over the page and in the terminal, with its line, until the next good edit',
    async (_, [mistake, message, code]) => {
      dev.output.err = ''
      const undo = edit(...mistake)
      const shown = page.locator('dev-problem pre')
      await shown.waitFor({ timeout: 20_000 }) // Types are checked where nothing else has to be done.
      const texts = [await shown.innerText(), dev.output.err.trim()]
      undo()
      await shown.waitFor({ state: 'detached' })
      await page.locator('h1').waitFor()
      await hydrated(page)
      expect(await shown.count()).toBe(0)
      for (const text of texts) {
        expect(text).toMatch(message)
        expect(text).toMatch(code)
        expect(text).not.toContain(project.folder)
      }
    },
  )

  test('closes what it shows when Escape is pressed', async () => {
    const undo = edit('shared/document.tsx', 'export function Document(', 'export function Document((')
    await page.locator('dev-problem').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dev-problem').waitFor({ state: 'detached' })
    const loaded = page.waitForEvent('load')
    undo()
    await loaded
  })

  test('gives the browser the source of the script', async () => {
    await hydrated(page)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter(name => name.endsWith('.js')),
    )
    const sources = new Map<string, string>()
    for (const script of scripts) {
      const [, url = ''] = /sourceMappingURL=(\S+)/.exec(await (await fetch(script)).text()) ?? []
      const map = await (await fetch(new URL(url, script))).json()
      for (const [at, name] of map.sources.entries()) sources.set(name, map.sourcesContent[at])
    }
    const [, document] = [...sources].find(([name]) => name.endsWith('/shared/document.tsx')) ?? []
    expect(document).toBe(readFileSync(join(project.folder, 'shared/document.tsx'), 'utf8'))
  })

  test('logs pages and errors, and not each asset', async () => {
    dev.output.out = ''
    await fetch(`${dev.url}/favicon.svg`)
    await fetch(`${dev.url}/no-such-file.png`)
    await fetch(`${dev.url}${pages[pageIds[0] as keyof typeof pages].path}`)
    const lines = () => dev.output.out.trim().split('\n')
    await expect.poll(lines, { timeout: 5000 }).toHaveLength(2)
    expect(lines()[0]).toMatch(/^404 GET \/no-such-file\.png /)
    expect(lines()[1]).toMatch(/^200 GET \/ /)
  })
})

test('npm run dev sees an edit of which the system does not tell', async () => {
  const deaf = `data:text/javascript,import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.watch = () => {}; syncBuiltinESMExports()`
  const { url, child } = await startDev({}, ['--import', deaf])
  const undo = edit('server/site-files.ts', 'User-agent: *', 'User-agent: *\\nDisallow: /unheard')
  await expect
    .poll(async () => (await fetch(`${url}/robots.txt`)).text(), { timeout: 10_000 })
    .toContain('/unheard')
  undo()
  child.kill()
})

describe('npm run dev ends with one line', () => {
  test('when a variable cannot be used', async () => {
    const { ended, output } = await startDev({ PORT: 'abc' })
    expect(await ended).toBe(1)
    expect(output.err).toMatch(/^PORT=abc .*\n$/)
  })

  test('when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { ended, output } = await startDev({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output.err).toMatch(new RegExp(`^PORT=${port} .*\\n$`))
    other.close()
  })
})

test('every command is simple enough for any shell, that of Windows too', () => {
  const { scripts } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'))
  for (const [name, script] of Object.entries<string>(scripts)) {
    // No quotes, variables, pipes or globs, and nothing that only a POSIX shell has.
    expect(script, name).toMatch(
      /^(node|npm run|biome|tsc|vitest)( [\w./-]+)*( && (npm run|tsc)( [\w./-]+)*)?$/,
    )
    // What runs until it is ended is a single command, by which a shell replaces itself.
    if (['start', 'dev'].includes(name)) expect(script).not.toContain('&&')
  }
})

const temporary = () => readdirSync(join(project.folder, 'node_modules/.cache'))

describe.each(['dev', 'start'])('npm run %s', script => {
  test('leaves no process behind when npm is ended', async () => {
    const before = temporary()
    const { child, url } = await run('npm', ['run', script])
    expect((await fetch(url)).status).toBe(200)
    child.kill('SIGTERM')
    const isRunning = () => {
      try {
        return process.kill(-(child.pid as number), 0)
      } catch {
        return false
      }
    }
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(false)
    await expect(fetch(url)).rejects.toThrow()
    expect(temporary().filter(name => !before.includes(name))).toEqual([])
  })
})
