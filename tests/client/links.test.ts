// @vitest-environment node
// Which links and forms the router handles, which ones the browser handles, and which pages are prefetched.
import { fireEvent } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { followLinks, type Prefetch } from '../../client/links.ts'
import '../support/own-window.ts'

vi.mock('virtual:site', () => ({ hydratedPaths: ['/', '/team', '/about', '/jobs/:slug'] }))

const origin = 'https://www.example.com'
const current = `${origin}/about`
const location = { origin, href: current, assign: vi.fn(), reload: vi.fn() }
const navigate = vi.fn()
const prefetch = vi.fn<Prefetch>()
let stop = () => {}

beforeEach(() => {
  document.head.innerHTML = `<base href="${current}">`
  document.body.innerHTML = '<main></main>'
  vi.stubGlobal('location', location)
  prefetch.mockResolvedValue()
  stop = followLinks(navigate, prefetch)
})
afterEach(() => {
  stop()
  vi.resetAllMocks()
})

/** Adds a link to the page. */
function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const link = document.createElement('a')
  for (const [name, value] of Object.entries({ href, ...attributes })) link.setAttribute(name, value)
  link.innerHTML = '<b>A link</b>'
  document.body.firstElementChild?.append(link)
  return link
}

/** Clicks on a link, and returns who follows it. */
const click = (link: Element, init?: MouseEventInit) =>
  whoActs('click', () => fireEvent.click(link.firstElementChild ?? link, init))

/** The browser acts unless an event was prevented. Prevents it in the end, because jsdom reports that it can't navigate. */
function whoActs(event: 'click' | 'submit', act: () => unknown): 'the browser' | 'the script' {
  let isPrevented = false
  const last = (event: Event) => {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  }
  addEventListener(event, last, { once: true })
  act()
  return isPrevented ? 'the script' : 'the browser'
}

describe('the router follows', () => {
  test.each([
    { what: 'a path with a query and a fragment', href: '/team?a=b#c', target: '/team?a=b#c' },
    { what: 'another query of the current page', href: '/about?a=b', target: '/about?a=b' },
    { what: 'a path with a param', href: '/jobs/mason?a#b', target: '/jobs/mason?a#b' },
    {
      what: 'a param that is also the name of a property',
      href: '/jobs/constructor',
      target: '/jobs/constructor',
    },
  ])('a link to a hydrated page by $what', ({ href, target }) => {
    expect(click(link(href))).toBe('the script')
    expect(navigate).toHaveBeenCalledExactlyOnceWith(target, { replace: false, flushSync: true })
  })

  test('a link to the current address without a new history entry', () => {
    click(link('/about'))
    expect(navigate).toHaveBeenCalledWith('/about', { replace: true, flushSync: true })
  })

  test('a link in a shadow root', () => {
    const host = document.createElement('div')
    document.body.firstElementChild?.append(host)
    const inside = link('/team')
    host.attachShadow({ mode: 'open' }).append(inside)
    fireEvent.click(inside, { composed: true })
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/team', { replace: false, flushSync: true })
  })
})

describe('the browser follows', () => {
  test.each<[string, string, Record<string, string>, MouseEventInit]>([
    ['a click with Control', '/team', {}, { ctrlKey: true }],
    ['a click with Command', '/team', {}, { metaKey: true }],
    ['a click with Shift', '/team', {}, { shiftKey: true }],
    ['a click with Alt', '/team', {}, { altKey: true }],
    ['a link with a target', '/team', { target: '_blank' }, {}],
    ['a link with the target _self', '/team', { target: '_self' }, {}],
    ['a download link', '/team', { download: '' }, {}],
    ['a link to another origin', 'https://example.org/team', {}, {}],
    ['a link to a server page', '/blog', {}, {}],
    ['a fragment of the current page', '#main', {}, {}],
    ['an empty fragment, which leads to the top of the page', '#', {}, {}],
  ])('%s', (_, href, attributes, init) => {
    expect(click(link(href, attributes), init)).toBe('the browser')
    expect(navigate).not.toHaveBeenCalled()
  })

  test('no link whose click the page has prevented', () => {
    const target = link('/team')
    target.addEventListener('click', event => event.preventDefault())
    click(target)
    expect(navigate).not.toHaveBeenCalled()
  })

  test.each(['main', 'body'])('every link after an extension has replaced React’s %s', async replaced => {
    const old = document.querySelector(replaced)
    old?.replaceWith(old.cloneNode(true))
    expect(click(link('/team'))).toBe('the browser')
  })
})

test('Back reloads a page in which an extension has replaced what React rendered', () => {
  fireEvent.popState(window)
  expect(location.reload).not.toHaveBeenCalled()
  document.querySelector('main')?.replaceWith('Something else')
  fireEvent.popState(window)
  expect(location.reload).toHaveBeenCalledOnce()
})

describe('a page is prefetched', () => {
  beforeEach(() => void vi.useFakeTimers())
  const loaded = () => prefetch.mock.calls.map(([url]) => url.href)
  const enter = (element: Element) => fireEvent.pointerOver(element)

  test('after the pointer has stayed on its link for 65 ms', () => {
    enter(link('/jobs/mason?a'))
    vi.advanceTimersByTime(64)
    expect(loaded()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(loaded()).toEqual([`${origin}/jobs/mason?a`])
  })

  test('unless the pointer has left its link', () => {
    enter(link('/team'))
    vi.advanceTimersByTime(64)
    enter(document.body)
    vi.advanceTimersByTime(65)
    expect(loaded()).toEqual([])
  })

  test('unless the link was clicked first', () => {
    const followed = link('/team')
    enter(followed)
    fireEvent.click(followed)
    vi.advanceTimersByTime(65)
    expect(navigate).toHaveBeenCalledOnce()
    expect(loaded()).toEqual([])
  })

  test('immediately when its link gets focus', () => {
    fireEvent.focusIn(link('/team'))
    expect(loaded()).toEqual([`${origin}/team`])
  })

  test('and a failure is ignored', async () => {
    vi.useRealTimers()
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    prefetch.mockRejectedValue(new TypeError('Failed to fetch'))
    fireEvent.focusIn(link('/team'))
    await new Promise(resolve => setTimeout(resolve))
    expect(prefetch).toHaveBeenCalledOnce()
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('unless the visitor saves data', () => {
    stop()
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    stop = followLinks(navigate, prefetch)
    const saved = link('/team')
    enter(saved)
    fireEvent.focusIn(saved)
    vi.advanceTimersByTime(1000)
    expect(loaded()).toEqual([])
    fireEvent.click(saved)
    expect(navigate).toHaveBeenCalledOnce()
  })

  test('unless its link leads to a server page', () => {
    const other = link('/blog')
    enter(other)
    fireEvent.focusIn(other)
    vi.advanceTimersByTime(1000)
    expect(loaded()).toEqual([])
  })
})

test('stopped link handling leaves clicks, forms, prefetching and Back to the browser', () => {
  vi.useFakeTimers()
  const main = document.querySelector('main') ?? expect.fail()
  main.innerHTML = '<form action="/team"></form>'
  const target = link('/team')
  stop()
  fireEvent.pointerOver(target)
  fireEvent.focusIn(target)
  vi.advanceTimersByTime(65)
  const clicked = click(target)
  const submitted = whoActs('submit', () => document.querySelector('form')?.requestSubmit())
  main.remove()
  fireEvent.popState(window)
  const loaded = { inAdvance: prefetch.mock.calls, documents: location.reload.mock.calls }
  expect({ clicked, submitted, ...loaded }).toEqual({
    clicked: 'the browser',
    submitted: 'the browser',
    inAdvance: [],
    documents: [],
  })
})

describe('a form', () => {
  /** Adds a form to the page, clicks on its button, and returns who submits it. */
  function submit(form: string, prevent = false) {
    const main = document.querySelector('main') ?? expect.fail()
    main.innerHTML = form
    if (prevent) main.addEventListener('submit', event => event.preventDefault())
    const button = document.querySelector<HTMLElement>('button, [type=submit], [type=image]')
    return whoActs('submit', () => button?.click())
  }

  test.each([
    {
      what: 'its fields instead of the action’s query, and the action’s fragment',
      form: '<form action="/team?old=1#b"><input name="place" value="Köln &amp; Bonn"><button>Go</button></form>',
      target: '/team?place=K%C3%B6ln+%26+Bonn#b',
    },
    {
      what: 'the line breaks of a textarea as CRLF',
      form: '<form action="/team"><textarea name="a">One\nTwo</textarea><button>Go</button></form>',
      target: '/team?a=One%0D%0ATwo',
    },
    {
      what: 'only the pressed button, in its place',
      form: '<form action="/team"><button name="by" value="day">Go</button><input name="a" value="1"><button name="by" value="week">Go</button></form>',
      target: '/team?by=day&a=1',
    },
    {
      what: 'no action',
      form: '<form><input name="a" value="1"><button>Go</button></form>',
      target: '/about?a=1',
    },
    {
      what: 'two fields with the same name',
      form: '<form action="/team"><input name="a" value="1"><input name="a" value="2"><button>Go</button></form>',
      target: '/team?a=1&a=2',
    },
    {
      what: 'fields named like its properties',
      form: '<form action="/team"><input name="action" value="1"><input name="id" value="2"><button>Go</button></form>',
      target: '/team?action=1&id=2',
    },
  ])('with the method GET navigates to a hydrated page, with $what', ({ form, target }) => {
    expect(submit(form)).toBe('the script')
    expect(navigate).toHaveBeenCalledExactlyOnceWith(target, { replace: false, flushSync: true })
  })

  test('that is submitted without a button navigates to a hydrated page', () => {
    document.body.innerHTML = '<main><form action="/team"><input name="a" value="1"></form></main>'
    stop()
    stop = followLinks(navigate, prefetch)
    const form = document.querySelector('form') ?? expect.fail()
    expect(whoActs('submit', () => form.requestSubmit())).toBe('the script')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/team?a=1', { replace: false, flushSync: true })
  })

  // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#converting-an-entry-list-to-a-list-of-name-value-pairs
  test('sends the name of a file', () => {
    // jsdom has no way to choose a file.
    class WithFile extends FormData {
      constructor(form: HTMLFormElement, submitter: HTMLElement) {
        super(form, submitter)
        this.set('plan', new File(['What is in it'], 'plan.pdf'))
      }
    }
    vi.stubGlobal('FormData', WithFile)
    submit('<form action="/team"><input type="file" name="plan"><button>Go</button></form>')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/team?plan=plan.pdf', {
      replace: false,
      flushSync: true,
    })
  })

  test('sends the pressed button, too, in a browser whose FormData ignores it', () => {
    class Old extends FormData {
      constructor(form: HTMLFormElement) {
        super(form)
      }
    }
    vi.stubGlobal('FormData', Old)
    submit('<form action="/team"><input name="a" value="1"><button name="by" value="day">Go</button></form>')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/team?a=1&by=day', { replace: false, flushSync: true })
  })

  test('for the current query adds no history entry', () => {
    vi.stubGlobal('location', { ...location, href: `${current}?a=1` })
    submit('<form action="/about"><input name="a" value="1"><button>Go</button></form>')
    expect(navigate).toHaveBeenCalledWith('/about?a=1', { replace: true, flushSync: true })
  })

  test.each([
    { what: 'with the method POST', form: '<form method="post" action="/team"><button>Go</button></form>' },
    {
      what: 'with the method dialog',
      form: '<form method="dialog" action="/team"><button>Go</button></form>',
    },
    { what: 'with a target', form: '<form target="_blank" action="/team"><button>Go</button></form>' },
    {
      what: 'whose button has an action',
      form: '<form action="/team"><button formaction="/">Go</button></form>',
    },
    {
      what: 'whose button has a method',
      form: '<form action="/team"><button formmethod="post">Go</button></form>',
    },
    {
      what: 'whose button has a target',
      form: '<form action="/team"><button formtarget="_self">Go</button></form>',
    },
    { what: 'whose button is an image', form: '<form action="/team"><input type="image" name="at"></form>' },
    { what: 'to another origin', form: '<form action="https://example.org/team"><button>Go</button></form>' },
    { what: 'to a server page', form: '<form action="/search"><button>Go</button></form>' },
  ])('$what is left to the browser', ({ form }) => {
    expect(submit(form)).toBe('the browser')
    expect(navigate).not.toHaveBeenCalled()
  })

  test('whose submission the page prevents doesn’t navigate', () => {
    submit('<form action="/team"><button>Go</button></form>', true)
    expect(navigate).not.toHaveBeenCalled()
  })

  test('is left to the browser after an extension has replaced React’s main', () => {
    const main = document.querySelector('main')
    main?.replaceWith(main.cloneNode(true))
    expect(submit('<form action="/team"><button>Go</button></form>')).toBe('the browser')
  })
})
