// @vitest-environment node: visit() opens its own window.
// A page renders the same on the server and in the browser, whatever its component uses. React's development build reports
// differences, which production repairs silently. The tests have their own components and layout.
import { createElement, lazy, Suspense, useId } from 'react'
import { Link, NavLink, useFetcher, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import { usePending } from '../../shared/ui/use-pending.ts'
import type { Visit } from '../support/hydrate.ts'
import { follow, headAt, origin, render, type VisitedPage, visit } from '../support/visit-page.ts'

const { loadPage } = vi.mocked(allPages)

/** A component that suspends on each side, like one in its own chunk. */
const createLazy = () => lazy(async () => ({ default: () => <p>It came later</p> }))
const onServer = createLazy()
const inBrowser = createLazy()
const Later = () => createElement(typeof document === 'undefined' ? onServer : inBrowser)

/** Pages that use the hooks and components of React and react-router, with the HTML they render. */
const pages: Record<string, VisitedPage & { shown: string | RegExp }> = {
  data: {
    data: { title: 'Mason </script>', lines: ['a\u2028b', '<b>'] },
    component: ({ data }: { data: { title: string; lines: string[] } }) => <h1>{data.title + data.lines}</h1>,
    shown: '<h1>Mason &lt;/script&gt;a\u2028b,&lt;b&gt;</h1>',
  },
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
    component: () => <output>{`${useParams().slug} ${JSON.stringify(useParams())}`}</output>,
    shown: /^<output>mason \{.*"slug":"mason"/,
  },
  'a query': {
    query: '?place=K%C3%B6ln&full',
    data: null,
    component: () => <output>{`${useLocation().search} ${useSearchParams()[0].get('place')}`}</output>,
    shown: '<output>?place=K%C3%B6ln&amp;full Köln</output>',
  },
  'links, useNavigate and usePending': {
    component: () => {
      const navigate = useNavigate()
      return (
        <>
          <button type="button" onClick={() => navigate('/team')}>
            Go
          </button>
          <output>{String(usePending())}</output>
          <Link to="/team">Team</Link>
          <Link to="../team">Team</Link>
          <Link to="../carpenter" relative="path">
            Carpenter
          </Link>
          <Link to="?full">Full</Link>
          <NavLink to="/jobs/mason">Mason</NavLink>
          <NavLink to="/team">Team</NavLink>
        </>
      )
    },
    shown: new RegExp(
      [
        '^<button type="button">Go</button><output>false</output>',
        '<a href="/team"[^>]*>Team</a><a href="/team"[^>]*>Team</a>',
        '<a href="/jobs/carpenter"[^>]*>Carpenter</a><a href="/jobs/mason\\?full"[^>]*>Full</a>',
        '<a aria-current="page" class="active" href="/jobs/mason"[^>]*>Mason</a><a class="" href="/team"',
      ].join(''),
    ),
  },
  'a right-to-left language': {
    lang: 'ar',
    component: () => <p>مرحبا</p>,
    shown: '<p>مرحبا</p>',
  },
  'lazy and Suspense': {
    component: () => (
      <Suspense fallback="Wait">
        <Later />
      </Suspense>
    ),
    shown: '<p>It came later</p>',
  },
}

function Id() {
  return <output id={useId()} />
}

afterEach(() => loadPage.mockReset())

describe('a page renders the same on the server and in the browser with', () => {
  test.each(Object.entries(pages))('%s', async (_, { shown, ...page }) => {
    const { reported, sent, main } = await visit(page)
    expect(sent).toMatch(shown)
    expect({ reported, main }).toEqual({ reported: [], main: sent })
  })

  test('a single render if its address is the one of its HTML', async () => {
    let renders = 0
    const Counted = () => {
      if (typeof document !== 'undefined') renders++
      return null
    }
    await visit({ component: Counted })
    expect(renders).toBe(1)
  })
})

test('a page on another host, such as a preview, keeps its canonical link', async () => {
  let canonical: (string | null)[] = []
  const act = () => {
    const links = document.querySelectorAll('link[rel=canonical]')
    canonical = Array.from(links, link => link.getAttribute('href'))
  }
  const { reported } = await visit({ component: () => null }, { host: 'https://preview.example', act })
  expect({ reported, canonical }).toEqual({ reported: [], canonical: [`${origin}/jobs/mason`] })
})

test('a reloaded page first hydrates as its HTML, and then gets the state and key of its history entry', async () => {
  const Entry = () => {
    const { state, key } = useLocation()
    return <output>{`${JSON.stringify(state)} ${key}`}</output>
  }
  const before = () => history.replaceState({ usr: { from: 'list' }, key: 'abc', idx: 1 }, '')
  const page = await visit({ component: Entry }, { before })
  expect(page).toMatchObject({
    reported: [],
    sent: '<output>null default</output>',
    main: '<output>{"from":"list"} abc</output>',
  })
})

const Address = () => {
  const { pathname, search, hash } = useLocation()
  return <output>{pathname + search + hash}</output>
}

describe('a page at a different address than its HTML', () => {
  test.each([
    {
      what: 'a query, on a host with one file for every query',
      at: '/jobs/mason?full',
      now: '/jobs/mason?full',
    },
    { what: 'a hash', at: '/jobs/mason#part', now: '/jobs/mason#part' },
  ])(
    'is hydrated as the server rendered it, and then shows $what in the same elements',
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
      const { reported, sent, main } = await visit({ component: Form }, { at, during, act })
      expect(sent).toContain('<output>/jobs/mason</output>')
      expect({ reported, main, isKept }).toEqual({
        reported: [],
        main: `<output>${now}</output><input value="empty">`,
        isKept: true,
      })
    },
  )

  // Spellings that static hosts accept.
  test.each([
    { path: '/team', pattern: '/team', at: '/team.html' },
    { path: '/jobs/mason', pattern: '/jobs/:slug', at: '/jobs/Mason/' },
  ])(
    'keeps its params, and puts the path of its HTML into the address bar: $path at $at',
    async ({ path, pattern, at }) => {
      const Page = () => (
        <>
          <Address />
          <b>{useParams().slug}</b>
        </>
      )
      let href = ''
      const act = () => {
        href = location.href
      }
      const { reported, main } = await visit(
        { component: Page, path, pattern, data: null },
        { at: `${at}?full#part`, act },
      )
      expect({ reported, main, href }).toEqual({
        reported: [],
        main: `<output>${path}?full#part</output><b>${path === '/jobs/mason' ? 'mason' : ''}</b>`,
        href: `${origin}${path}?full#part`,
      })
    },
  )

  test('is reached by Back at the path of its HTML, and keeps its history state', async () => {
    const component = () => <p>Jobs</p>
    const pageAt = (path: string) => ({
      pattern: path,
      head: headAt(path, path),
      component,
    })
    loadPage.mockImplementation(async ({ pathname }) => pageAt(pathname))
    const states: unknown[] = []
    const before = () => history.replaceState({ top: 300 }, '')
    const act = async () => {
      states.push(history.state)
      follow('/team')
      await vi.waitFor(() => expect(document.title).toBe('/team'))
      history.back()
      await vi.waitFor(() => expect(document.title).toBe('/jobs'))
    }
    const page = { component, path: '/jobs', pattern: '/jobs' }
    const { reported, requested, path } = await visit(page, { at: '/jobs.html', before, act })
    expect({ reported, requested, path, states }).toEqual({
      reported: [],
      requested: [],
      path: '/jobs',
      states: [expect.objectContaining({ top: 300 })],
    })
  })

  test('loads the data for a query that its HTML wasn’t rendered for', async () => {
    const component = ({ data }: { data: string }) => <p>{data}</p>
    const head = headAt('/jobs/mason', 'Another title')
    loadPage.mockResolvedValue({ pattern: '/jobs/:slug', head, component, data: 'full' })
    const page = await visit({ component, query: '', data: 'short' }, { at: '/jobs/mason?full' })
    expect(page).toMatchObject({
      reported: [],
      sent: '<p>short</p>',
      main: '<p>full</p>',
      title: 'Another title',
    })
    expect(loadPage.mock.calls.map(([url]) => url.href)).toEqual([`${origin}/jobs/mason?full`])
  })

  test('stays unchanged if that data can’t be loaded', async () => {
    const component = ({ data }: { data: string }) => <p>{data}</p>
    loadPage.mockRejectedValue(new Error('offline'))
    const page = await visit({ component, query: '', data: 'short' }, { at: '/jobs/mason?full' })
    expect(page).toMatchObject({ reported: [], requested: [], main: '<p>short</p>' })
  })
})

// /jobs/gone matches a path of the route table, but there is no such job.
describe.each(['/nothing', '/jobs/gone'])('the not-found page at %s', at => {
  const notFound = { component: Address, pattern: '*', path: '/404' }
  const shown = `<output>${at}</output>`
  /** What the page shows after the browser has moved to another history entry. */
  const after = async (go: () => void, { settled }: Visit) => {
    const gone = new Promise(resolve => addEventListener('popstate', resolve, { once: true }))
    go()
    await gone
    await settled()
    return document.querySelector('main')?.innerHTML
  }
  const skip = () => document.querySelector<HTMLElement>('.r-skip-link')?.click()
  const back = () => history.back()

  test('is hydrated with the path of its HTML, and keeps its address', async () => {
    const page = await visit(notFound, { at })
    expect(page).toMatchObject({ reported: [], sent: '<output>/404</output>', main: shown, path: at })
  })

  test('keeps the params and relative links of its HTML, whatever its address matches', async () => {
    const component = () => <Link to="../team">{Object.keys(useParams())}</Link>
    const { reported, sent, main } = await visit({ ...notFound, component }, { at })
    expect(sent).toMatch(/href="\/team".*>\*</)
    expect({ reported, main }).toEqual({ reported: [], main: sent })
  })

  test('stays when the visitor follows the skip link and goes back, twice', async () => {
    loadPage.mockRejectedValue(new Error('404'))
    const seen: unknown[] = []
    const act = async (visit: Visit) => {
      for (const go of [skip, back, skip, back]) seen.push(await after(go, visit))
    }
    const { reported, requested } = await visit(notFound, { at, act })
    const withFragment = `<output>${at}#main</output>`
    expect({ reported, requested, seen }).toEqual({
      reported: [],
      requested: [],
      seen: [withFragment, shown, withFragment, shown],
    })
  })

  test('is left by a link, and reloaded by Back', async () => {
    const head = headAt('/team', 'Team')
    loadPage.mockImplementation(async ({ pathname }) => {
      if (pathname !== '/team') throw new Error('404')
      return { pattern: '/team', head, component: () => <p>Team</p> }
    })
    const act = async ({ requested }: Visit) => {
      follow('/team')
      await vi.waitFor(() => expect(document.querySelector('main')?.innerHTML).toBe('<p>Team</p>'))
      history.back()
      await vi.waitFor(() => expect(requested).not.toEqual([]))
    }
    const { reported, requested, path } = await visit(notFound, { at, act })
    expect({ reported, requested, path }).toEqual({ reported: [], requested: ['reload'], path: at })
  })
})

describe('a component that differs from its HTML', () => {
  const Side = () => <p>{typeof document === 'undefined' ? 'server' : 'browser'}</p>

  test('is reported, and shown as the browser renders it', async () => {
    const { reported, main } = await visit({ component: Side })
    expect(reported.join()).toContain('Hydration failed')
    expect(main).toBe('<p>browser</p>')
  })

  test('leaves server-only tags in the head', async () => {
    let left: string[] = []
    const act = () => {
      const tags = document.head.querySelectorAll('link:not([rel=canonical]), [name=theme-color]')
      left = Array.from(tags, tag => tag.outerHTML)
    }
    await visit({ component: Side }, { act })
    expect(left).toEqual([
      '<link rel="icon" href="/favicon.svg">',
      '<link rel="apple-touch-icon" href="/icon.png">',
      '<meta name="theme-color" content="#fff">',
      '<link rel="manifest" href="/app.json">',
    ])
  })
})

test('hydration yields to the browser between parts of a page', async () => {
  const parts = Array.from({ length: 20 }, (_, place) => place)
  let rendered = 0
  const Slow = () => {
    if (typeof document !== 'undefined') rendered++
    const started = performance.now()
    while (performance.now() - started < 5); // React's time slice.
    return null
  }
  const seen = new Set<number>()
  const during = () => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      seen.add(rendered)
      if (rendered < parts.length) channel.port2.postMessage('')
      else channel.port1.close()
    }
    channel.port2.postMessage('')
  }
  await visit({ component: () => parts.map(place => <Slow key={place} />) }, { during })
  expect([...seen].filter(count => count > 0 && count < parts.length)).not.toEqual([])
})

test('an API that needs a data router fails the server render with an error that says what to write', async () => {
  const Page = () => useFetcher().state
  const error: Error = await render({ component: Page }).catch(error => error)
  expect(error.message).toMatch(/^\/jobs\/mason: useFetcher must be used within a data router/)
  expect(error.message).toMatch(
    /write usePending of shared\/ui\/use-pending\.ts\. .* a plain <form> or fetch\.$/,
  )
  // Its stack names the component.
  expect(error.cause).toMatchObject({ message: expect.stringMatching(/^useFetcher must be used within/) })
})
