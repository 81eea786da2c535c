// @vitest-environment node: visit() opens its own window.
// Navigations in the browser: what stays, what is loaded, and what happens if that fails. The tests have their own
// components and layout.
import { createElement, lazy, Suspense, useState } from 'react'
import { useLocation, useParams, useRevalidator } from 'react-router'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import type { ShownPage } from '../../shared/page.tsx'
import { TrustedHtml } from '../../shared/ui/trusted-html.tsx'
import { usePending } from '../../shared/ui/use-pending.ts'
import type { Visit } from '../support/hydrate.ts'
import { site } from '../support/site.tsx'
import { browser, follow, headAt, origin, slots, visit } from '../support/visit-page.ts'

const { loadPage, prefetchPage } = vi.mocked(allPages)

afterEach(() => {
  loadPage.mockReset()
  prefetchPage.mockReset()
})

describe('a page whose script or data can’t be loaded', () => {
  const page = { component: () => <p>Mason</p>, query: '', data: null }
  const here = '/jobs/mason'
  const fail = () => loadPage.mockRejectedValue(new Error('of another build'))

  test('is requested as a document, while the current page stays', async () => {
    fail()
    const act = ({ requested }: Visit) => {
      follow('/team?a#b')
      return vi.waitFor(() => expect(requested).not.toEqual([]))
    }
    const { reported, requested, main, path } = await visit(page, { act })
    expect({ reported, requested, main, path }).toEqual({
      reported: [],
      requested: [`${origin}/team?a#b`],
      main: '<p>Mason</p>',
      path: here,
    })
  })

  const Team = () => <p>Team</p>
  const team = { pattern: '/team', head: headAt('/team', 'Team'), component: Team }
  const shows = (text: string) =>
    vi.waitFor(() => expect(document.querySelector('main')?.textContent).toContain(text))

  test('is reloaded if it’s already the address, as after Back', async () => {
    loadPage.mockResolvedValue(team)
    const act = async ({ requested }: Visit) => {
      follow('/team')
      await shows('Team')
      fail()
      history.back()
      await vi.waitFor(() => expect(requested).not.toEqual([]))
    }
    const { reported, requested, main, path } = await visit(page, { act })
    expect({ reported, requested, main, path }).toEqual({
      reported: [],
      requested: ['reload'],
      main: '<p>Team</p>',
      path: here,
    })
  })

  test('is reloaded once, and then shows the error page', async () => {
    fail()
    const act = async ({ requested }: Visit) => {
      follow(here)
      await vi.waitFor(() => expect(requested).toEqual(['reload']))
      follow(here)
      await shows(site.messages.failed.description)
    }
    const { reported, requested, title } = await visit(page, { act })
    expect({ reported, requested, title }).toEqual({
      reported: [],
      requested: ['reload'],
      title: 'Failed | Firm & Co',
    })
  })

  test('keeps its history state when it is reloaded', async () => {
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

  test('keeps its history state once another page has loaded', async () => {
    const state = { usr: { from: 'list' }, isReloaded: true }
    loadPage.mockResolvedValue(team)
    let later: unknown
    const act = async () => {
      history.replaceState({ ...history.state, ...state }, '')
      const replaced = vi.spyOn(history, 'replaceState')
      follow('/team')
      await shows('Team')
      later = replaced.mock.calls.map(([state]) => state).find(({ isReloaded }) => isReloaded === false)
    }
    await visit(page, { act })
    expect(later).toMatchObject({ usr: { from: 'list' }, isReloaded: false })
  })

  // As in development, after a mistake in an edited loader.
  test('stays unchanged if revalidation of its data fails', async () => {
    let reload = () => {}
    const Reloaded = () => {
      const { revalidate } = useRevalidator()
      reload = revalidate
      return <p>Team</p>
    }
    loadPage.mockResolvedValue({ ...team, component: Reloaded })
    const act = async ({ settled }: Visit) => {
      follow('/team')
      await shows('Team')
      fail()
      loadPage.mockClear()
      reload()
      await vi.waitFor(() => expect(loadPage).toHaveBeenCalled())
      await settled()
    }
    const { reported, requested, title, main, path } = await visit(page, { act })
    expect({ reported, requested, title, main, path }).toEqual({
      reported: [],
      requested: [],
      title: 'Team',
      main: '<p>Team</p>',
      path: '/team',
    })
  })

  // Firefox and Safari cancel pending requests then.
  test('isn’t requested when the visitor is already leaving for another document', async () => {
    const { promise, reject } = Promise.withResolvers<ShownPage>()
    loadPage.mockReturnValueOnce(promise)
    const act = async ({ settled }: Visit) => {
      follow('/team')
      await vi.waitFor(() => expect(loadPage).toHaveBeenCalled())
      dispatchEvent(new Event('beforeunload'))
      reject(new TypeError('NetworkError when attempting to fetch resource.'))
      await settled()
    }
    const { reported, requested, main } = await visit(page, { act })
    expect({ reported, requested, main }).toEqual({ reported: [], requested: [], main: '<p>Mason</p>' })
  })

  test('is reloaded again if another page has loaded since the last reload', async () => {
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
    const { reported } = await visit(page, { act })
    expect(reported).toEqual([])
  })

  test('isn’t requested if the visitor has clicked on another link meanwhile', async () => {
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
    const { reported, requested, path } = await visit(page, { act })
    const isAborted = loadPage.mock.calls.map(([, signal]) => signal.aborted)
    expect({ reported, requested, path, isAborted }).toEqual({
      reported: [],
      requested: [],
      path: '/team',
      isAborted: [true, false],
    })
  })
})

describe('a navigation', () => {
  const Counter = ({ data }: { data: string }) => {
    const [count, setCount] = useState(0)
    const shown = { data, slug: useParams().slug, query: useLocation().search, count, pending: usePending() }
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {JSON.stringify(shown)}
      </button>
    )
  }
  const button = () => document.querySelector<HTMLElement>('main button')
  const shown = () => JSON.parse(button()?.textContent ?? 'null')

  /** Counts to one, and goes to this path. Resolves to what is shown during and after the load of the next page. */
  async function navigate(path: string) {
    const loading = Promise.withResolvers<ShownPage>()
    loadPage.mockReturnValueOnce(loading.promise)
    const head = headAt(path.replace(/\?.*/, ''), 'A title')
    const seen: Record<'meanwhile' | 'after', unknown> = { meanwhile: undefined, after: undefined }
    const act = async ({ settled }: Visit) => {
      button()?.click()
      await settled()
      follow(path)
      await settled()
      seen.meanwhile = shown()
      loading.resolve({ pattern: '/jobs/:slug', head, component: Counter, data: 'later' })
      await vi.waitFor(() => expect(shown()).toMatchObject({ data: 'later', pending: false }))
      seen.after = shown()
    }
    const { reported } = await visit({ component: Counter, query: '', data: 'first' }, { act })
    expect(reported).toEqual([])
    return seen
  }

  const first = { data: 'first', slug: 'mason', query: '', count: 1 }

  test('to another query keeps the state of a page', async () => {
    expect(await navigate('/jobs/mason?full')).toEqual({
      meanwhile: { ...first, pending: true },
      after: { data: 'later', slug: 'mason', query: '?full', count: 1, pending: false },
    })
  })

  test('to another path keeps the current page while loading, and then resets the state', async () => {
    expect(await navigate('/jobs/carpenter')).toEqual({
      meanwhile: { ...first, pending: true },
      after: { data: 'later', slug: 'carpenter', query: '', count: 0, pending: false },
    })
  })
})

// https://web.dev/articles/bfcache
test('a page restored from the back/forward cache is no longer pending, until the next navigation', async () => {
  const Pending = () => <p>{String(usePending())}</p>
  const shown = () => document.querySelector('main')?.textContent
  const seen: (string | undefined)[] = []
  const act = async ({ requested, settled }: Visit) => {
    loadPage.mockRejectedValueOnce(new Error('404')).mockReturnValueOnce(new Promise(() => {}))
    follow('/team')
    await vi.waitFor(() => expect(requested).not.toEqual([]))
    seen.push(shown())
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await settled()
    seen.push(shown())
    follow('/jobs')
    await settled()
    seen.push(shown())
  }
  await visit({ component: Pending }, { act })
  expect(seen).toEqual(['true', 'false', 'true'])
})

test('a click leaves a page while a lazy part of it is still loading', async () => {
  const never = lazy(() => new Promise<never>(() => {}))
  const Part = () => (typeof document === 'undefined' ? <p>Part</p> : createElement(never))
  const WithPart = () => (
    <Suspense fallback="Wait">
      <Part />
    </Suspense>
  )
  const head = headAt('/team', 'Team')
  loadPage.mockResolvedValue({ pattern: '/team', head, component: () => <p>Team</p> })
  const seen: (string | undefined)[] = []
  const act = async () => {
    const note = () => seen.push(document.querySelector('main')?.textContent)
    note()
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
    follow('/team')
    await vi.waitFor(() => expect(location.pathname).toBe('/team'))
  }
  const { reported, main } = await visit({ component: WithPart }, { at: '/jobs/mason#part', act })
  expect({ reported, main }).toEqual({ reported: [], main: '<p>Team</p>' })
  expect({ first: seen[0], isEverEmpty: seen.includes('') }).toEqual({ first: 'Part', isEverEmpty: false })
})

describe('an error in a page’s component in the browser', () => {
  /** Fails in the browser if its data says so; the server has rendered it. */
  const Fragile = ({ data }: { data: string }) => {
    if (typeof document !== 'undefined' && data === 'broken') throw new Error('not in a browser')
    return <p>{data}</p>
  }

  test('keeps layout, address and title, shows the site’s message, and reaches reportError once', async () => {
    const reported = vi.fn<(error: unknown) => void>()
    const before = () => vi.stubGlobal('reportError', reported)
    const page = await visit({ component: Fragile, query: '', data: 'broken' }, { before })
    expect(page).toMatchObject({
      sent: '<p>broken</p>',
      hasLayout: true,
      path: '/jobs/mason',
      title: 'A title',
    })
    expect(page.main).toContain(site.messages.failed.label)
    expect(page.main).toContain(site.messages.failed.description)
    expect(page.reported).toEqual([]) // Nothing in the console, too.
    expect(reported.mock.calls).toEqual([[new Error('not in a browser')]])
  })

  test('disappears with the next data', async () => {
    const head = headAt('/jobs/mason', 'A title')
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

/** For the rest of a test, the header fails when its button #break is clicked. */
function addBreakableHeader(): void {
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
}

test('an error in the layout in the browser shows the site’s message instead of the page', async () => {
  addBreakableHeader()
  const act = async ({ settled }: Visit) => {
    document.querySelector<HTMLElement>('#break')?.click()
    await settled()
  }
  const page = await visit({ component: () => <p>Mason</p> }, { act })
  expect(page).toMatchObject({ sent: '<p>Mason</p>', hasLayout: true, title: 'Failed | Firm & Co' })
  expect(page.main).toContain(site.messages.failed.description)
  expect(page.reported.join()).toContain('not in this header')
})

test('after an error in the layout, links and Back work without a reload, and page views still count', async () => {
  const { afterHydration, onPageView } = browser
  afterHydration.mockClear()
  onPageView.mockClear()
  addBreakableHeader()
  loadPage.mockImplementation(async ({ pathname: path }) => {
    const head = headAt(path, path)
    return { pattern: path, head, component: () => <p>{`At ${path}`}</p> }
  })
  const isAt = (path: string) =>
    vi.waitFor(() => expect(document.querySelector('main')?.textContent).toBe(`At ${path}`))
  const act = async ({ settled }: Visit) => {
    document.querySelector<HTMLElement>('#break')?.click()
    await settled()
    follow('/team')
    await isAt('/team')
    history.back()
    await isAt('/jobs/mason')
  }
  const { requested } = await visit({ component: () => <p>Mason</p> }, { act })
  const runs = afterHydration.mock.calls.length
  const views = onPageView.mock.calls.map(([{ pathname }]) => pathname)
  expect({ requested, runs, views }).toEqual({
    requested: [],
    runs: 1,
    views: ['/jobs/mason', '/team', '/jobs/mason'],
  })
})

// https://developer.mozilla.org/docs/Web/API/Window/beforeunload_event#usage_notes
test('a page listens to beforeunload only during a navigation, to stay in Firefox’s bfcache', async () => {
  const loading = Promise.withResolvers<ShownPage>()
  loadPage.mockReturnValueOnce(loading.promise)
  const head = headAt('/team', 'Team')
  const listeners = new Set<EventListener>()
  const seen = { meanwhile: 0, after: 0 }
  const act = async ({ settled }: Visit) => {
    const { addEventListener, removeEventListener } = globalThis
    vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
      if (type === 'beforeunload') listeners.add(listener)
      addEventListener(type, listener)
    })
    vi.stubGlobal('removeEventListener', (type: string, listener: EventListener) => {
      if (type === 'beforeunload') listeners.delete(listener)
      removeEventListener(type, listener)
    })
    follow('/team')
    await vi.waitFor(() => expect(loadPage).toHaveBeenCalled())
    seen.meanwhile = listeners.size
    loading.resolve({ pattern: '/team', head, component: () => <p>Team</p> })
    await vi.waitFor(() => expect(document.querySelector('main')?.textContent).toBe('Team'))
    await settled()
    seen.after = listeners.size
  }
  await visit({ component: () => <p>Mason</p> }, { act })
  expect(seen).toEqual({ meanwhile: 1, after: 0 })
})

test('a navigation leaves scrollRestoration and the attributes of html and body alone', async () => {
  const component = () => <p>Team</p>
  loadPage.mockResolvedValue({
    pattern: '/team',
    head: headAt('/team', 'Team'),
    component,
  })
  /** Settings of the whole window. */
  const whole = () => ({
    scrollRestoration: history.scrollRestoration,
    html: document.documentElement.getAttributeNames().sort(),
    body: document.body.getAttributeNames(),
  })
  const seen: unknown[] = []
  const act = async () => {
    seen.push(whole())
    follow('/team')
    await vi.waitFor(() => expect(document.title).toBe('Team'))
    seen.push(whole())
  }
  // jsdom has no scrollRestoration.
  const before = () => Object.assign(history, { scrollRestoration: 'auto' })
  await visit({ component: () => <p>Mason</p> }, { before, act })
  const untouched = { scrollRestoration: 'auto', html: ['data-hydrated', 'data-origin', 'lang'], body: [] }
  expect(seen).toEqual([untouched, untouched])
})

test('a page that doesn’t use usePending isn’t re-rendered when a navigation starts', async () => {
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

// Otherwise tabbing through a list would load the data of every page in it.
test.each<{ what: string; reach: (link: HTMLElement) => unknown; withData: boolean }>([
  {
    what: 'has focus is prefetched without its data',
    reach: link => link.focus(),
    withData: false,
  },
  {
    what: 'the pointer stays on is prefetched with its data',
    reach: link => link.dispatchEvent(new Event('pointerover', { bubbles: true })),
    withData: true,
  },
])('the page of a link that $what', async ({ reach, withData }) => {
  const act = async () => {
    reach(document.querySelector<HTMLElement>('footer a[href="/jobs"]') ?? expect.fail())
    await vi.waitFor(() => expect(prefetchPage).toHaveBeenCalled())
  }
  await visit({ component: () => null }, { act })
  expect(prefetchPage.mock.calls).toEqual([[new URL('/jobs', origin), { withData }]])
})

describe('HTML from a loader', () => {
  const html = '<p>One <b>two</b></p>'
  const show = (component: ShownPage['component']) => {
    loadPage.mockResolvedValue({ pattern: '/team', head: headAt('/team', 'Team'), component, data: html })
    return async () => {
      follow('/team')
      await vi.waitFor(() => expect(document.title).toBe('Team'))
    }
  }
  const Trusted = ({ data }: { data: string }) => <TrustedHtml html={data} className="r-text" />
  const shown = `<div class="r-text">${html}</div>`

  test('is shown by <TrustedHtml>, both in the document and after a navigation', async () => {
    const first = await visit({ component: Trusted, data: html })
    expect(first).toMatchObject({ reported: [], sent: shown, main: shown })
    const next = await visit({ component: () => <p>First</p> }, { act: show(Trusted) })
    expect(next).toMatchObject({ reported: [], main: shown })
  })

  test('keeps its elements when the rest of the page changes, and updates with its data', async () => {
    let rerender = (_: string) => {}
    const Changing = () => {
      const [text, setText] = useState(html)
      rerender = setText
      const [count, setCount] = useState(0)
      return (
        <>
          <button type="button" onClick={() => setCount(count + 1)}>{`${count}`}</button>
          <TrustedHtml html={text} />
        </>
      )
    }
    const act = async ({ settled }: Visit) => {
      const inner = document.querySelector('b')
      document.querySelector<HTMLElement>('main button')?.click()
      await settled()
      expect(document.querySelector('main button')?.textContent).toBe('1')
      expect(document.querySelector('b')).toBe(inner)
      rerender('<i>three</i>')
      await settled()
    }
    const { main } = await visit({ component: Changing }, { act })
    expect(main).toContain('<i>three</i>')
  })
})
