import { fireEvent } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followLinks } from '../../client/links.ts'

vi.mock('virtual:page-table', () => ({ clientPaths: ['/', '/team', '/about'] }))

const origin = 'https://www.example.com'
const current = `${origin}/about`
const location = { origin, href: current, assign: vi.fn(), reload: vi.fn() }
const navigate = vi.fn()
const load = vi.fn<(path: string) => Promise<unknown>>()
let stop = () => {}

beforeEach(() => {
  document.head.innerHTML = `<base href="${current}">`
  document.body.innerHTML = '<main></main>'
  vi.stubGlobal('location', location)
  load.mockResolvedValue(undefined)
  stop = followLinks({ navigate } as never, load)
})
afterEach(() => {
  stop()
  vi.resetAllMocks()
})

/** Puts a link into the page. */
function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const link = document.createElement('a')
  for (const [name, value] of Object.entries({ href, ...attributes })) link.setAttribute(name, value)
  link.innerHTML = '<b>A link</b>'
  document.body.firstElementChild?.append(link)
  return link
}

/** Clicks, and returns whether the browser would follow the link: jsdom cannot. */
async function isLeftToBrowser(link: Element, init?: MouseEventInit): Promise<boolean> {
  let isLeft = false
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', last, { once: true })
  fireEvent.click(link.firstElementChild ?? link, init)
  await Promise.resolve()
  return isLeft
}

describe('the router follows', () => {
  test.each([
    ['a path', '/team', '/team'],
    ['a path with a query and a fragment', '/team?a=b#c', '/team?a=b#c'],
    ['a whole address', `${origin}/team`, '/team'],
    ['a relative address', 'team', '/team'],
    ['another query of the current page', '/about?a=b', '/about?a=b'],
  ])('a link to a client page, given %s', async (_, href, target) => {
    expect(await isLeftToBrowser(link(href))).toBe(false)
    expect(load).toHaveBeenCalledWith(new URL(href, current).pathname)
    expect(navigate).toHaveBeenCalledExactlyOnceWith(target, { replace: false, flushSync: true })
  })

  test('a link to the current address without a new entry in the history', async () => {
    await isLeftToBrowser(link('/about'))
    expect(navigate).toHaveBeenCalledWith('/about', { replace: true, flushSync: true })
  })

  test('the last of two clicks, where the first page is still loading', async () => {
    const { promise, resolve } = Promise.withResolvers()
    load.mockReturnValueOnce(promise)
    await isLeftToBrowser(link('/team'))
    await isLeftToBrowser(link('/'))
    resolve(undefined)
    await promise
    expect(navigate.mock.calls.map(([path]) => path)).toEqual(['/'])
  })

  test('a link after it has noted the position for Back', async () => {
    vi.stubGlobal('scrollY', 321)
    await isLeftToBrowser(link('/team'))
    expect(history.state).toMatchObject({ top: 321 })
  })
})

test.each([
  ['requested as a document', '', [[`${origin}/team`]], 0],
  ['not requested when another link was clicked meanwhile', '/', [], 1],
])('a page whose script is gone is %s', async (_, next, requested, navigations) => {
  const { promise, reject } = Promise.withResolvers()
  load.mockReturnValueOnce(promise)
  await isLeftToBrowser(link('/team'))
  if (next) await isLeftToBrowser(link(next))
  reject(new Error('404'))
  await promise.catch(() => {})
  expect(location.assign.mock.calls).toEqual(requested)
  expect(navigate).toHaveBeenCalledTimes(navigations)
})

describe('the browser follows', () => {
  test.each<[string, string, Record<string, string>, MouseEventInit]>([
    ['a click with Control', '/team', {}, { ctrlKey: true }],
    ['a click with Command', '/team', {}, { metaKey: true }],
    ['a click with Shift', '/team', {}, { shiftKey: true }],
    ['a click with Alt', '/team', {}, { altKey: true }],
    ['a link with a target', '/team', { target: '_blank' }, {}],
    ['a link that asks for a document by its target', '/team', { target: '_self' }, {}],
    ['a download', '/team', { download: '' }, {}],
    ['a link to another origin', 'https://example.org/team', {}, {}],
    ['a link to a server page', '/blog', {}, {}],
    ['a link to a file', '/team.html', {}, {}],
    ['a fragment of the current page', '#main', {}, {}],
  ])('%s', async (_, href, attributes, init) => {
    expect(await isLeftToBrowser(link(href, attributes), init)).toBe(true)
    expect(navigate).not.toHaveBeenCalled()
  })

  test('nothing where the page has prevented the click', async () => {
    const target = link('/team')
    target.addEventListener('click', event => event.preventDefault())
    await isLeftToBrowser(target)
    expect(navigate).not.toHaveBeenCalled()
  })

  test.each(['main', 'body'])('every link where an extension has replaced React’s %s', async replaced => {
    const old = document.querySelector(replaced)
    old?.replaceWith(old.cloneNode(true))
    expect(await isLeftToBrowser(link('/team'))).toBe(true)
  })
})

test('Back loads the document where an extension has replaced what React has rendered', () => {
  fireEvent.popState(window)
  expect(location.reload).not.toHaveBeenCalled()
  document.querySelector('main')?.replaceWith('Something else')
  fireEvent.popState(window)
  expect(location.reload).toHaveBeenCalledOnce()
})

test.each(['pointerOver', 'focusIn'] as const)('%s on a link to a client page loads it ahead', event => {
  load.mockRejectedValue(new Error('404')) // Harmless.
  fireEvent[event](link('/team'))
  fireEvent[event](link('/blog'))
  expect(load.mock.calls).toEqual([['/team']])
})
