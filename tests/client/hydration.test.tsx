// @vitest-environment node
import { JSDOM } from 'jsdom'
import { type ChangeEvent, createElement, lazy, Suspense, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  Form,
  Link,
  NavLink,
  useFetcher,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useSearchParams,
} from 'react-router'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import { createRenderer } from '../../server/pages/render.tsx'
import type { PageComponent, Slots } from '../../shared/owner.ts'
import type { PageData, ShownPage } from '../../shared/page.tsx'
import { usePending } from '../../shared/ui/use-pending.ts'
import { hydrateIn, type Visit } from '../support/hydrate.ts'
import { owner } from '../support/owner.tsx'

// React's development build says where a page differs from its HTML; production repairs it in silence. The components are
// the tests' own, under a layout of their own.

const { menus, clientPaths, slots } = vi.hoisted(() => ({
  menus: { header: [{ path: '/', label: 'Start' }], footer: [{ path: '/jobs', label: 'Jobs' }] },
  clientPaths: ['/', '/jobs', '/jobs/:slug', '/work/:year/:slug', '/team'],
  slots: {} as Slots,
}))
vi.mock('virtual:page-table', () => ({ menus, clientPaths, rightToLeft: [] }))
vi.mock('../../shared/site/company.ts', async () => (await import('../support/owner.tsx')).owner)
vi.mock('../../shared/site/logo.tsx', async () => (await import('../support/owner.tsx')).owner)
vi.mock('../../shared/site/layout.tsx', () => ({ slots }))
vi.mock('../../client/all-pages.ts', () => ({ loadPage: vi.fn(), preloadPage: vi.fn() }))
vi.mock('../../shared/site/browser.ts', () => ({ afterHydration: () => {} }))

const { loadPage, preloadPage } = vi.mocked(allPages)
const origin = 'https://www.example.com'
const version = 'a-version'
const layout = { owner: { ...owner, slots }, origin, menus, isRightToLeft: () => false }

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
  const head = { title: 'A title', description: 'A description', ...(pattern !== '*' && { path }) }
  const page: ShownPage = { pattern, head, component, data }
  const embedded: PageData = { version, path, ...(query !== undefined && { query }), head, data }
  const json = data === undefined ? undefined : JSON.stringify(embedded)
  const icons =
    '<link rel="icon" href="/favicon.svg"><link rel="apple-touch-icon" href="/icon.png"><meta name="theme-color" content="#fff">'
  const tags = `${icons}<script data-page="/assets/job.js" data-version="${version}"></script>`
  const input = {
    path,
    query: query ?? '',
    page,
    head: Buffer.from(tags),
    ...(json !== undefined && { json }),
  }
  const renderPage = createRenderer(layout)
  const { signal } = new AbortController()
  const html = await renderPage(input, signal)
  // A page that has suspended leaves React's contexts set, which the browser's renderer in this process would read.
  await renderPage({ ...input, page: { ...page, component: () => null } }, signal)
  return String(html)
}

/** What the visitor does, and where. */
interface Acts {
  /** The address, by default that for which the page was rendered. */
  at?: string
  /** The origin of that address, by default the public one. */
  host?: string
  /** Before the script has come. */
  before?: () => unknown
  /** While the page is hydrated. */
  during?: () => unknown
  /** When it is. */
  act?: (visit: Visit) => unknown
}

/** Renders a page and hydrates it. */
async function visit(
  page: Page,
  { at, host = origin, before = () => {}, during = () => {}, act }: Acts = {},
) {
  const html = await render(page)
  const { path = '/jobs/mason', query = '' } = page
  const address = host + (at ?? path + query)
  const hydrate = async () => {
    const { start } = await import('../../client/entry.ts') // Here: React asks on loading whether it is in a browser.
    before()
    start(page.component, {})
    during()
  }
  const hydrated = await hydrateIn(html, address, hydrate, act)
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
    data: null,
    component: () => <output>{useParams().slug}</output>,
    shown: '<output>mason</output>',
  },
  'every name of useParams': {
    data: null,
    component: () => <output>{JSON.stringify(useParams())}</output>,
    shown: '"slug":"mason"',
  },
  'useParams of a path with two parts': {
    pattern: '/work/:year/:slug',
    path: '/work/2026/a-house',
    data: null,
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
    data: null,
    component: () => <output>{useLocation().search}</output>,
    shown: '<output>?place=K%C3%B6ln&amp;full</output>',
  },
  useSearchParams: {
    query: '?place=K%C3%B6ln',
    data: null,
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
  'a <Link> to another query': {
    component: () => <Link to="?full">Full</Link>,
    shown: '<a href="/jobs/mason?full"',
  },
  '<NavLink>': {
    component: () => (
      <>
        <NavLink to="/jobs/mason">Mason</NavLink>
        <NavLink to="/team">Team</NavLink>
      </>
    ),
    shown:
      /^<a aria-current="page" class="active" href="\/jobs\/mason"[^>]*>Mason<\/a><a class="" href="\/team"/,
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

afterEach(() => loadPage.mockReset())

describe('a page is the same on the server and in the browser, with', () => {
  test.each(Object.entries(pages))('%s', async (_, { shown, ...page }) => {
    const { heard, sent, main } = await visit(page)
    expect(sent).toMatch(shown)
    expect({ heard, main }).toEqual({ heard: [], main: sent })
  })

  test('one render, where its address is that of its HTML', async () => {
    let renders = 0
    const Counted = () => {
      if (typeof document !== 'undefined') renders++
      return null
    }
    await visit({ component: Counted })
    expect(renders).toBe(1)
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

test('a page on another host than the public one, as in a preview, keeps its canonical link', async () => {
  let canonical: (string | null)[] = []
  const act = () => {
    const links = document.querySelectorAll('link[rel=canonical]')
    canonical = Array.from(links, link => link.getAttribute('href'))
  }
  const { heard } = await visit({ component: () => null }, { host: 'https://preview.example', act })
  expect({ heard, canonical }).toEqual({ heard: [], canonical: [`${origin}/jobs/mason`] })
})

test('a page that is reloaded has the state of its entry in the history, and is the same as its HTML before', async () => {
  const State = () => <output>{JSON.stringify(useLocation().state)}</output>
  const before = () => history.replaceState({ usr: { from: 'list' }, key: 'abc', idx: 1 }, '')
  const { heard, sent, main } = await visit({ component: State }, { before })
  expect({ heard, sent, main }).toEqual({
    heard: [],
    sent: '<output>null</output>',
    main: '<output>{"from":"list"}</output>',
  })
})

describe('a page whose address is not that of its HTML', () => {
  const Address = () => {
    const { pathname, search, hash } = useLocation()
    return <output>{pathname + search + hash}</output>
  }

  test.each([
    { what: 'a query, on a host that has one file for all', at: '/jobs/mason?full', now: '/jobs/mason?full' },
    { what: 'a hash', at: '/jobs/mason#part', now: '/jobs/mason#part' },
    { what: 'capital letters, on a host that ignores their case', at: '/Jobs/Mason', now: '/Jobs/Mason' },
  ])(
    'is hydrated with what the server knew, and then shows $what, with the same elements',
    async ({ at, now }) => {
      const Form = () => (
        <>
          <Address />
          <input defaultValue="empty" />
        </>
      )
      let input: Element | null | undefined
      const during = () => {
        input = document.querySelector('main input')
      }
      let isKept: boolean | undefined
      const act = () => {
        isKept = input?.isConnected
      }
      const { heard, sent, main } = await visit({ component: Form }, { at, during, act })
      expect(sent).toContain('<output>/jobs/mason</output>')
      expect({ heard, main, isKept }).toEqual({
        heard: [],
        main: `<output>${now}</output><input value="empty">`,
        isKept: true,
      })
    },
  )

  test('loads its data for the query that the HTML was not rendered for', async () => {
    const component = ({ data }: { data: string }) => <p>{data}</p>
    const head = { path: '/jobs/mason', title: 'Another title', description: '' }
    loadPage.mockResolvedValue({ pattern: '/jobs/:slug', head, component, data: 'full' })
    const page = await visit({ component, query: '', data: 'short' }, { at: '/jobs/mason?full' })
    expect(page).toMatchObject({
      heard: [],
      sent: '<p>short</p>',
      main: '<p>full</p>',
      title: 'Another title',
    })
    expect(loadPage.mock.calls.map(([url]) => url.href)).toEqual([`${origin}/jobs/mason?full`])
  })

  test('stays as it is where that data cannot be loaded', async () => {
    const component = ({ data }: { data: string }) => <p>{data}</p>
    loadPage.mockRejectedValue(new Error('offline'))
    const page = await visit({ component, query: '', data: 'short' }, { at: '/jobs/mason?full' })
    expect(page).toMatchObject({ heard: [], requested: [], main: '<p>short</p>' })
  })

  test('is the not-found page, which is hydrated for its own path', async () => {
    const page = await visit(
      { component: Address, pattern: '*', path: '/404', data: undefined },
      { at: '/nothing' },
    )
    expect(page).toMatchObject({
      heard: [],
      sent: '<output>/404</output>',
      main: '<output>/nothing</output>',
    })
  })
})

describe('what differs from its HTML', () => {
  test('is heard of, and shown as the browser has it', async () => {
    const Side = () => <p>{typeof document === 'undefined' ? 'server' : 'browser'}</p>
    const { heard, main } = await visit({ component: Side })
    expect(heard.join()).toContain('Hydration failed')
    expect(main).toBe('<p>browser</p>')
  })
})

describe('an error of a page’s component in the browser', () => {
  /** Fails where its data says so; the server has rendered it. */
  const Fragile = ({ data }: { data: string }) => {
    if (typeof document !== 'undefined' && data === 'broken') throw new Error('not in a browser')
    return <p>{data}</p>
  }

  test('leaves header, footer, address and title, shows the owner’s words, and is told once', async () => {
    const page = await visit({ component: Fragile, query: '', data: 'broken' })
    expect(page).toMatchObject({
      sent: '<p>broken</p>',
      hasLayout: true,
      path: '/jobs/mason',
      title: 'A title',
    })
    expect(page.main).toContain(owner.labels.failed.label)
    expect(page.main).toContain(owner.labels.failed.description)
    expect(page.heard).toEqual([expect.stringContaining('not in a browser')])
  })

  test('leaves what only the server adds to the head', async () => {
    let left = {}
    const act = () => {
      const count = (selector: string) => document.querySelectorAll(selector).length
      left = {
        icon: count('link[rel=icon]'),
        homeScreen: count('link[rel=apple-touch-icon]'),
        colour: count('meta[name=theme-color]'),
      }
    }
    await visit({ component: Fragile, query: '', data: 'broken' }, { act })
    expect(left).toEqual({ icon: 1, homeScreen: 1, colour: 1 })
  })

  test('is gone with the next data', async () => {
    const head = { path: '/jobs/mason', title: 'A title', description: '' }
    loadPage.mockResolvedValue({ pattern: '/jobs/:slug', head, component: Fragile, data: 'whole' })
    const act = ({ settled }: Visit) => {
      follow('/jobs/mason?again')
      return vi.waitFor(async () => {
        await settled()
        expect(document.querySelector('main')?.textContent).toBe('whole')
      })
    }
    const page = await visit({ component: Fragile, query: '', data: 'broken' }, { act })
    expect(page.main).toBe('<p>whole</p>')
  })
})

test('an error of the layout in the browser shows the owner’s words in place of the page', async () => {
  slots.HeaderEnd = () => {
    const [isBroken, setBroken] = useState(false)
    if (isBroken) throw new Error('not in this header')
    return (
      <button type="button" id="break" onClick={() => setBroken(true)}>
        Break
      </button>
    )
  }
  onTestFinished(() => void delete slots.HeaderEnd)
  let description: string | undefined
  const act = async ({ settled }: Visit) => {
    document.querySelector<HTMLElement>('#break')?.click()
    await settled()
    description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content
  }
  const page = await visit({ component: () => <p>Mason</p> }, { act })
  expect(page).toMatchObject({ sent: '<p>Mason</p>', hasLayout: true, title: 'Failed | Firm & Co' })
  expect(page.main).toContain(owner.labels.failed.description)
  expect(page.heard.join()).toContain('not in this header')
  expect(description).toBe(owner.labels.failed.description)
})

/** Clicks on a link to this address. */
function follow(href: string) {
  const link = Object.assign(document.createElement('a'), { href })
  document.querySelector('header')?.append(link)
  link.click()
  link.remove()
}

describe('a page whose script or data cannot be loaded', () => {
  const page = { component: () => <p>Mason</p>, query: '', data: null }
  const here = '/jobs/mason'
  const fail = () => loadPage.mockRejectedValue(new Error('of another build'))

  test('is requested as a document, and the current one stays until that comes', async () => {
    fail()
    const act = ({ requested }: Visit) => {
      follow('/team?a#b')
      return vi.waitFor(() => expect(requested).not.toEqual([]))
    }
    const { heard, requested, main, path } = await visit(page, { act })
    expect({ heard, requested, main, path }).toEqual({
      heard: [],
      requested: [`${origin}/team?a#b`],
      main: '<p>Mason</p>',
      path: here,
    })
  })

  const Team = () => <p>Team</p>
  const team = { pattern: '/team', head: { path: '/team', title: 'Team', description: '' }, component: Team }
  const shows = (text: string) =>
    vi.waitFor(() => expect(document.querySelector('main')?.textContent).toContain(text))

  test('is reloaded where that is the address, as after Back', async () => {
    loadPage.mockResolvedValue(team)
    const act = async ({ requested }: Visit) => {
      follow('/team')
      await shows('Team')
      fail()
      history.back()
      await vi.waitFor(() => expect(requested).not.toEqual([]))
    }
    const { heard, requested, main, path } = await visit(page, { act })
    expect({ heard, requested, main, path }).toEqual({
      heard: [],
      requested: ['reload'],
      main: '<p>Team</p>',
      path: here,
    })
  })

  test('is reloaded once for an address, and then gives way to the error page', async () => {
    fail()
    const act = async ({ requested }: Visit) => {
      follow(here)
      await vi.waitFor(() => expect(requested).toEqual(['reload']))
      follow(here)
      await shows(owner.labels.failed.description)
    }
    const { heard, requested, title } = await visit(page, { act })
    expect({ heard, requested, title }).toEqual({
      heard: [],
      requested: ['reload'],
      title: 'Failed | Firm & Co',
    })
  })

  test('keeps what the page has in the history when it is reloaded', async () => {
    fail()
    let state: unknown
    const act = async ({ requested }: Visit) => {
      history.replaceState({ ...history.state, usr: { from: 'list' } }, '')
      follow(here)
      await vi.waitFor(() => expect(requested).toEqual(['reload']))
      state = history.state
    }
    await visit(page, { act })
    expect(state).toMatchObject({ usr: { from: 'list' }, isReloaded: true })
  })

  test('keeps it, too, when it has been loaded meanwhile', async () => {
    const state = { usr: { from: 'list' }, isReloaded: true }
    loadPage.mockResolvedValue(team)
    let later: unknown
    const act = async () => {
      history.replaceState({ ...history.state, ...state }, '')
      const replaced = vi.spyOn(history, 'replaceState')
      follow('/team')
      await shows('Team')
      later = replaced.mock.lastCall?.[0]
    }
    await visit(page, { act })
    expect(later).toMatchObject({ usr: { from: 'list' }, isReloaded: false })
  })

  // Firefox and Safari then cancel what is being loaded.
  test('is not requested where the visitor is leaving for another document', async () => {
    const { promise, reject } = Promise.withResolvers<ShownPage>()
    loadPage.mockReturnValueOnce(promise)
    const act = async ({ settled }: Visit) => {
      follow('/team')
      await vi.waitFor(() => expect(loadPage).toHaveBeenCalled())
      dispatchEvent(new Event('beforeunload'))
      reject(new TypeError('NetworkError when attempting to fetch resource.'))
      await settled()
    }
    const { heard, requested, main } = await visit(page, { act })
    expect({ heard, requested, main }).toEqual({ heard: [], requested: [], main: '<p>Mason</p>' })
  })

  test('is reloaded once more when it has been loaded meanwhile', async () => {
    const act = async ({ requested }: Visit) => {
      for (const reloads of [1, 2]) {
        loadPage.mockResolvedValue(team)
        follow('/team')
        await shows('Team')
        await vi.waitFor(() => expect(location.pathname).toBe('/team'))
        fail()
        history.back()
        await vi.waitFor(() => expect(requested).toEqual(Array(reloads).fill('reload')))
      }
    }
    const { heard } = await visit(page, { act })
    expect(heard).toEqual([])
  })

  test('is not requested where the visitor has clicked on another link meanwhile', async () => {
    const first = Promise.withResolvers<ShownPage>()
    const second = Promise.withResolvers<ShownPage>()
    loadPage.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    const act = async ({ settled }: Visit) => {
      follow('/jobs')
      await vi.waitFor(() => expect(loadPage).toHaveBeenCalledTimes(1))
      follow('/team')
      await vi.waitFor(() => expect(loadPage).toHaveBeenCalledTimes(2))
      first.reject(new Error('too late'))
      await settled()
      second.resolve(team)
      await shows('Team')
    }
    const { heard, requested, path } = await visit(page, { act })
    const isAborted = loadPage.mock.calls.map(([, signal]) => signal.aborted)
    expect({ heard, requested, path, isAborted }).toEqual({
      heard: [],
      requested: [],
      path: '/team',
      isAborted: [true, false],
    })
  })
})

describe('a navigation', () => {
  const Counter = ({ data }: { data: string }) => {
    const [count, setCount] = useState(0)
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {`${data} ${useParams().slug}${useLocation().search} ${count} ${usePending() ? 'pending' : 'idle'}`}
      </button>
    )
  }
  const shownAt = (path: string, data: string) => ({
    pattern: '/jobs/:slug',
    head: { path, title: 'A title', description: '' },
    component: Counter,
    data,
  })
  const button = () => document.querySelector<HTMLElement>('main button')

  test('to another query keeps the state of a page, one to another path begins it anew, and both say that they load', async () => {
    const texts: (string | null | undefined)[] = []
    const act = async ({ settled }: Visit) => {
      const note = async () => {
        await settled()
        texts.push(button()?.textContent)
      }
      button()?.click()
      await note()
      for (const path of ['/jobs/mason?full', '/jobs/carpenter']) {
        const { promise, resolve } = Promise.withResolvers<ShownPage>()
        loadPage.mockReturnValueOnce(promise)
        follow(path)
        await note()
        resolve(shownAt(path.replace('?full', ''), 'later'))
        await vi.waitFor(() => expect(button()?.textContent).toContain('idle'))
        await note()
      }
    }
    const { heard } = await visit({ component: Counter, query: '', data: 'first' }, { act })
    expect({ heard, texts }).toEqual({
      heard: [],
      texts: [
        'first mason 1 idle',
        'first mason 1 pending',
        'later mason?full 1 idle',
        'later mason?full 1 pending',
        'later carpenter 0 idle',
      ],
    })
  })
})

test('the next page begins at its top', async () => {
  const head = { path: '/team', title: 'Team', description: '' }
  loadPage.mockResolvedValue({ pattern: '/team', head, component: () => <p>Team</p> })
  const scrollTo = vi.fn()
  const act = async () => {
    vi.stubGlobal('scrollTo', scrollTo)
    follow('/team')
    await vi.waitFor(() => expect(document.querySelector('main')?.textContent).toBe('Team'))
  }
  await visit({ component: () => <p>Mason</p> }, { act })
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
})

test('a page is not rendered again where a navigation begins, unless it shows that it loads', async () => {
  let renders = 0
  const Counted = () => {
    renders++
    return <p>Mason</p>
  }
  loadPage.mockReturnValue(new Promise(() => {}))
  let before = 0
  const act = async ({ settled }: Visit) => {
    before = renders
    follow('/team')
    await vi.waitFor(() => expect(loadPage).toHaveBeenCalled())
    await settled()
  }
  await visit({ component: Counted }, { act })
  expect(renders).toBe(before)
})

test('the page of a link that has the focus is loaded in advance', async () => {
  const act = async () => {
    const link = document.querySelector<HTMLElement>('footer a[href="/jobs"]') ?? expect.fail()
    link.focus()
    await vi.waitFor(() => expect(preloadPage).toHaveBeenCalled())
  }
  await visit({ component: () => null }, { act })
  expect(preloadPage.mock.calls.map(([url]) => url.href)).toEqual([`${origin}/jobs`])
})

test('a page is left by a click while a lazy part of it is still loading', async () => {
  const never = lazy(() => new Promise<never>(() => {}))
  const Part = () => (typeof document === 'undefined' ? <p>Part</p> : createElement(never))
  const WithPart = () => (
    <Suspense fallback="Wait">
      <Part />
    </Suspense>
  )
  const head = { path: '/team', title: 'Team', description: '' }
  loadPage.mockResolvedValue({ pattern: '/team', head, component: () => <p>Team</p> })
  const seen: (string | undefined)[] = []
  const act = async () => {
    const note = () => seen.push(document.querySelector('main')?.textContent)
    note()
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
    follow('/team')
    await vi.waitFor(() => expect(location.pathname).toBe('/team'))
  }
  const { heard, main } = await visit({ component: WithPart }, { at: '/jobs/mason#part', act })
  expect({ heard, main }).toEqual({ heard: [], main: '<p>Team</p>' })
  expect({ first: seen[0], isEverEmpty: seen.includes('') }).toEqual({ first: 'Part', isEverEmpty: false })
})

describe('what the visitor does while React hydrates the page is not lost, and done once:', () => {
  test('a click', async () => {
    const Counter = () => {
      const [count, setCount] = useState(0)
      return (
        <button type="button" onClick={() => setCount(before => before + 1)}>
          {count}
        </button>
      )
    }
    const during = () => document.querySelector<HTMLElement>('main button')?.click()
    const { heard, main } = await visit({ component: Counter }, { during })
    expect({ heard, main }).toEqual({ heard: [], main: '<button type="button">1</button>' })
  })

  test.each(['input', 'textarea'] as const)('a letter that is typed into an %s', async name => {
    const told: string[] = []
    const Field = () => {
      const [text, setText] = useState('a')
      const onChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        told.push(target.value)
        setText(target.value)
      }
      return createElement(name, { value: text, onChange })
    }
    const field = () => document.querySelector<HTMLInputElement>(`main ${name}`) ?? expect.fail()
    const during = () => {
      field().value = 'ab'
      field().dispatchEvent(new Event('input', { bubbles: true }))
    }
    let value = ''
    const act = () => {
      value = field().value
    }
    const { heard } = await visit({ component: Field }, { during, act })
    expect({ heard, value, told }).toEqual({ heard: [], value: 'ab', told: ['ab'] })
  })
})

describe('what needs a data router', () => {
  test.each([
    { name: 'useNavigation', Component: () => useNavigation().state },
    { name: 'useFetcher', Component: () => useFetcher().state },
    { name: 'Form', Component: () => <Form /> },
  ])(
    'ends the render on the server, and the error says what to write: $name',
    async ({ name, Component }) => {
      const error: Error = await render({ component: Component }).catch(error => error)
      expect(error.message).toMatch(/^\/jobs\/mason: .* must be used within a data router/)
      expect(error.message).toContain(name)
      expect(error.message).toMatch(
        /write usePending of shared\/ui\/use-pending\.ts, .* a plain <form> or fetch\.$/,
      )
    },
  )
})
