// @vitest-environment node
import { JSDOM } from 'jsdom'
import { createElement, lazy, Suspense, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Form, Link, NavLink, useFetcher, useLocation, useNavigate, useNavigation, useParams, useSearchParams } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { createRenderer } from '../../server/pages/render.tsx'
import type { PageComponent } from '../../shared/owner.ts'
import type { PageData, ShownPage } from '../../shared/page.tsx'
import { usePending } from '../../shared/ui/use-pending.ts'
import { hydrateIn, type Visit } from '../support/hydrate.ts'
import { owner } from '../support/owner.tsx'

// React's development build says where a page differs from its HTML; production repairs it in silence. The components are
// the tests' own, under a layout of their own.

const { menus, clientPaths } = vi.hoisted(() => ({
  menus: { header: [{ path: '/', label: 'Start' }], footer: [{ path: '/jobs', label: 'Jobs' }] },
  clientPaths: ['/', '/jobs', '/jobs/:slug', '/work/:year/:slug', '/team'],
}))
vi.mock('virtual:page-table', () => ({ menus, clientPaths }))
vi.mock('../../shared/site/company.ts', async () => (await import('../support/owner.tsx')).owner)
vi.mock('../../shared/site/logo.tsx', async () => (await import('../support/owner.tsx')).owner)
vi.mock('../../shared/site/layout.tsx', () => ({ slots: {} }))
vi.mock('../../shared/site/browser.ts', () => ({ afterHydration: () => {} }))

const origin = 'https://www.example.com'
const version = 'a-version'
const layout = { owner, origin, menus, dir: undefined }

interface Page {
  component: PageComponent
  pattern?: string
  /** The path and the query for which the server renders it. */
  path?: string
  query?: string
  data?: unknown
}

/** The page as the server sends it. */
async function render({ component, pattern = '/jobs/:slug', path = '/jobs/mason', query, data }: Page) {
  const head = { path, title: 'A title', description: 'A description' }
  const page: ShownPage = { pattern, head, component, data }
  const embedded: PageData = { version, path, ...(query !== undefined && { query }), head, data }
  const json = data === undefined ? undefined : JSON.stringify(embedded)
  const loader = Buffer.from(`<script data-page="/assets/job.js" data-version="${version}"></script>`)
  const input = { path, query, page, head: loader, json }
  const renderPage = createRenderer(layout)
  const { signal } = new AbortController()
  const html = await renderPage(input, signal)
  // A page that has suspended leaves React's contexts set, which the browser's renderer in this process would read.
  await renderPage({ ...input, page: { ...page, component: () => null } }, signal)
  return String(html)
}

/** Renders a page and hydrates it at an address, by default that for which it was rendered. */
async function visit(page: Page, { at, act }: { at?: string; act?: (visit: Visit) => unknown } = {}) {
  const html = await render({ data: {}, ...page })
  const { path = '/jobs/mason', query = '' } = page
  const address = origin + (at ?? path + query)
  const { start } = await import('../../client/entry.ts')
  const hydrated = await hydrateIn(html, address, () => start(page.component, {}), act)
  return { ...hydrated, sent: new JSDOM(html).window.document.querySelector('main')?.innerHTML ?? '' }
}

/** A component that suspends on each side, as one in a chunk of its own does. */
const createLazy = () => lazy(async () => ({ default: () => <p>It came later</p> }))
const onServer = createLazy()
const inBrowser = createLazy()
const Later = () => createElement(typeof document === 'undefined' ? onServer : inBrowser)

/** What the hooks and components of React and react-router give in a page, on the server and when it is hydrated. */
const pages: Record<string, Page & { shown: string | RegExp }> = {
  data: {
    data: { title: 'Mason </script>', lines: ['a\u2028b', '<b>'] },
    component: ({ data }: { data: { title: string; lines: string[] } }) => <h1>{data.title + data.lines}</h1>,
    shown: '<h1>Mason &lt;/script&gt;a\u2028b,&lt;b&gt;</h1>',
  },
  useId: { component: () => <output id={useId()} />, shown: /<output id="[^"]+">/ },
  'useId within Suspense': {
    component: () => (
      <Suspense>
        <Id />
      </Suspense>
    ),
    shown: /<output id="[^"]+">/,
  },
  useParams: {
    component: () => <output>{useParams().slug}</output>,
    shown: '<output>mason</output>',
  },
  'every name of useParams': { component: () => <output>{JSON.stringify(useParams())}</output>, shown: '"slug":"mason"' },
  'useParams of a path with two parts': {
    pattern: '/work/:year/:slug',
    path: '/work/2026/a-house',
    component: () => <output>{`${useParams().year} ${useParams().slug}`}</output>,
    shown: '<output>2026 a-house</output>',
  },
  'useParams of a path without parts': {
    pattern: '/team',
    path: '/team',
    component: () => <output>{JSON.stringify(useParams())}</output>,
    shown: '<output>',
  },
  'useLocation without a query': {
    component: () => <output>{JSON.stringify(useLocation())}</output>,
    shown: '"pathname":"/jobs/mason","search":"","hash":""',
  },
  'useLocation with a query': {
    query: '?place=K%C3%B6ln&full',
    component: () => <output>{useLocation().search}</output>,
    shown: '<output>?place=K%C3%B6ln&amp;full</output>',
  },
  useSearchParams: {
    query: '?place=K%C3%B6ln',
    component: () => <output>{useSearchParams()[0].get('place')}</output>,
    shown: '<output>Köln</output>',
  },
  useNavigate: {
    component: () => {
      const navigate = useNavigate()
      return (
        <button type="button" onClick={() => navigate('/team')}>
          Go
        </button>
      )
    },
    shown: '<button type="button">Go</button>',
  },
  usePending: { component: () => <output>{String(usePending())}</output>, shown: '<output>false</output>' },
  '<Link>': { component: () => <Link to="/team">Team</Link>, shown: '<a href="/team"' },
  'a relative <Link>': { component: () => <Link to="../team">Team</Link>, shown: '<a href="/team"' },
  'a <Link> relative to the path': {
    component: () => (
      <Link to="../carpenter" relative="path">
        Carpenter
      </Link>
    ),
    shown: '<a href="/jobs/carpenter"',
  },
  'a <Link> to another query': { component: () => <Link to="?full">Full</Link>, shown: '<a href="/jobs/mason?full"' },
  '<NavLink>': {
    component: () => (
      <>
        <NavLink to="/jobs/mason">Mason</NavLink>
        <NavLink to="/team">Team</NavLink>
      </>
    ),
    shown: /^<a aria-current="page" class="active" href="\/jobs\/mason"[^>]*>Mason<\/a><a class="" href="\/team"/,
  },
  'lazy and Suspense': {
    component: () => (
      <Suspense fallback="Wait">
        <Later />
      </Suspense>
    ),
    shown: '<p>It came later</p>',
  },
  'the whole of a page': {
    query: '?full',
    data: ['a'],
    component: ({ data }: { data: string[] }) => (
      <>
        {data.map(line => (
          <p key={line}>{line}</p>
        ))}
        <output>{useLocation().search}</output>
        <Id />
      </>
    ),
    shown: /<p>a<\/p><output>\?full<\/output><output id="[^"]+">/,
  },
}

function Id() {
  return <output id={useId()} />
}

describe('a page is the same on the server and in the browser, with', () => {
  test.each(Object.entries(pages))('%s', async (_, { shown, ...page }) => {
    const { heard, sent, main } = await visit(page)
    expect(sent).toMatch(shown)
    expect({ heard, main }).toEqual({ heard: [], main: sent })
  })

  test('a portal in an effect', async () => {
    const Note = () => {
      const [place, setPlace] = useState<HTMLElement>()
      useEffect(() => setPlace(document.body), [])
      return place ? createPortal(<aside>A note</aside>, place) : null
    }
    let note: string | null | undefined
    const act = () => {
      note = document.querySelector('body > aside')?.textContent
    }
    const { heard, sent } = await visit({ component: Note }, { act })
    expect({ heard, sent, note }).toEqual({ heard: [], sent: '', note: 'A note' })
  })
})
