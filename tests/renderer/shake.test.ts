import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { expect, test, vi } from 'vitest'
import { shake } from '../../scripts/bundle/shake-react.ts'

const folder = mkdtempSync(join(tmpdir(), 'shake-'))
const installed = join(import.meta.dirname, '../../node_modules')
for (const name of ['react', 'react-dom', 'scheduler', 'react-router'])
  cpSync(join(installed, name), join(folder, 'node_modules', name), { recursive: true })

/** A page with what a page may use of both libraries, and what the server has sent of it. */
const page = `import { createElement as h, useState } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  import { createBrowserRouter, Link, NavLink, useNavigate, useSearchParams } from 'react-router'
  import { RouterProvider } from 'react-router/dom'
  function Page() {
    const [search] = useSearchParams()
    const navigate = useNavigate()
    const [count, setCount] = useState(0)
    return h('main', null, h(Link, { to: '/?by=link' }, 'link'), h(NavLink, { to: '/?by=nav' }, 'nav'),
      h('button', { onClick: () => { setCount(count + 1); navigate('/?by=hook') } }, 'hook'),
      h('b', null, search.get('by') + count))
  }
  const router = createBrowserRouter([{ path: '/', element: h(Page) }], { hydrationData: {} })
  const onRecoverableError = error => document.body.append(String(error))
  hydrateRoot(document.querySelector('div'), h(RouterProvider, { router }), { onRecoverableError })`
const sent =
  '<div><main><a href="/?by=link">link</a><a aria-current="page" class="active" href="/?by=nav">nav</a>' +
  '<button>hook</button><b>0</b></main></div>'

async function bundle() {
  const { outputFiles, metafile, warnings } = await build({
    ...{ stdin: { contents: page, resolveDir: folder }, absWorkingDir: folder, nodePaths: [installed] },
    ...{ define: { 'process.env.NODE_ENV': '"production"' }, plugins: [shake], logLevel: 'silent' },
    ...{ bundle: true, metafile: true, write: false },
  })
  const files = Object.keys(metafile.inputs).filter(name => name !== '<stdin>')
  return { code: outputFiles[0]?.text ?? '', files, warnings: warnings.map(({ text }) => text) }
}

/** What jsdom lacks and the router uses. */
const missing = { AbortController, AbortSignal, Request, Response, Headers, TextEncoder, TextDecoder }

/** Hydrates the page and follows each kind of link. */
async function visit(code: string): Promise<void> {
  const options = { url: 'http://localhost/', runScripts: 'outside-only' } as const
  const { window } = new JSDOM(`<body>${sent}</body>`, options)
  Object.assign(window, missing)
  window.eval(code)
  const { document } = window
  const shown = () => document.querySelector('b')?.textContent
  const click = (tag: string, i = 0) => document.querySelectorAll<HTMLElement>(tag)[i]?.click()
  const until = (condition: () => unknown) => vi.waitUntil(condition, 30_000)
  // The first click may come before React listens.
  await until(() => click('button') ?? shown()?.startsWith('hook'))
  click('a')
  await until(() => shown()?.startsWith('link'))
  click('a', 1)
  await until(() => shown()?.startsWith('nav'))
  expect(shown()).not.toBe('nav0')
  expect(document.body.lastElementChild?.nextSibling, 'an error of hydration').toBeNull()
  window.close()
}

const { code, files, warnings } = await bundle()

test('React and react-router are rewritten as they are installed, and the page hydrates', async () => {
  expect(warnings).toEqual([])
  await visit(code)
})

/** The same programs in other forms, by the names of their files. */
const forms: [name: RegExp, rewrite: (text: string) => string][] = [
  [/^node_modules\/(react|react-dom|scheduler)\/cjs\//, text => text.replaceAll('exports.', ' exports.')],
  [/^node_modules\/(react|react-dom|scheduler)\//, text => text.replaceAll("'", '"')],
  [/react-router\/dist\/production/, text => text.replace(/^(\w+\.displayName = .*);$/gm, '$1')],
]
const unknown = files.flatMap(name => {
  const text = readFileSync(join(folder, name), 'utf8')
  const other = forms.find(([pattern]) => pattern.test(name))?.[1](text) ?? text
  return other === text ? [] : [[name, text, other] as const]
})

test.each(unknown)('an unknown form of %s is named, and the page hydrates', async (name, text, other) => {
  writeFileSync(join(folder, name), other)
  const { code: larger, warnings } = await bundle()
  writeFileSync(join(folder, name), text)
  expect(warnings).toEqual([expect.stringContaining(name.slice('node_modules/'.length))])
  expect(larger.length).toBeGreaterThan(code.length)
  await visit(larger)
})
