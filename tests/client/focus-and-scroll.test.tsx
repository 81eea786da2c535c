// After a navigation: where the focus is, which title a screen reader reads, where the next page begins, and where Back and
// Forward return to.
import { act, cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter, type DataRouter, type RouterNavigateOptions } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScroll } from '../../client/scroll.ts'
import { Announcer, fragmentTarget } from '../../shared/layout/announcer.tsx'

const scrollTo = vi.fn(({ top }: { top: number }) => scroll(top))
/** Where the page was scrolled to, in order. */
const tops = () => scrollTo.mock.calls.map(([{ top }]) => top)
const scrollIntoView = vi.fn()

/** Scrolls as a visitor does. */
function scroll(top: number) {
  vi.stubGlobal('scrollY', top)
  dispatchEvent(new Event('scroll'))
}

function Page() {
  useScroll()
  return (
    <>
      <h1>Heading</h1>
      <h2 id="über">Part</h2>
      <button type="button">Button</button>
      <input id="field" />
      <section id="section" tabIndex={-1} />
      <Announcer />
    </>
  )
}
let router: DataRouter
/** Opens what the address bar has. */
function open() {
  router = createBrowserRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
}
/** As the browser does when the visitor reloads: what the history has is all that is left. */
function reload() {
  close()
  open()
}
function close() {
  cleanup()
  router.dispose()
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('scrollY', 0)
  Element.prototype.scrollIntoView = scrollIntoView
  history.pushState(null, '', '/')
  document.title = 'First'
  open()
  document.title = 'Next'
})
afterEach(() => {
  close()
  vi.clearAllMocks()
})
const go = (to: string, options?: RouterNavigateOptions) => act(async () => router.navigate(to, options))
/** Goes back or forward, and to nothing else that another test has left in the history. */
const travel = (delta: number) =>
  act(async () => {
    const arrived = new Promise(resolve => addEventListener('popstate', resolve, { once: true }))
    history.go(delta)
    await arrived
  })

test('a screen reader reads nothing for the first page', () => {
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a screen reader reads the new title', async () => {
  const status = screen.getByRole('status') // The same element: a new one would not be read.
  await go('/next')
  expect(status.textContent).toBe('Next')
})

test('a screen reader reads the title of the first page, too, where the visitor comes back to it', async () => {
  await go('/next')
  document.title = 'First'
  await go('/')
  expect(screen.getByRole('status').textContent).toBe('First')
})

test.each([
  { what: 'the first heading if the focused element is gone', to: '/next', level: 1 },
  { what: 'what the fragment names', to: '/next#über', level: 2 },
])('the focus is on $what', async ({ to, level }) => {
  await go(to)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level }))
})

test('the focus stays on an element that is still there', async () => {
  screen.getByRole('button').focus()
  await go('/next')
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('what the fragment names takes the focus from an element that is still there', async () => {
  screen.getByRole('button').focus()
  await go('/next#über')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
})

test('the focus scrolls nothing: the page is where the visitor shall see it', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus') // jsdom scrolls nothing.
  await go('/next')
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
})

test('the heading that takes the focus is no stop of Tab', async () => {
  await go('/next')
  expect(screen.getByRole('heading', { level: 1 }).getAttribute('tabindex')).toBe('-1')
})

test.each([
  { what: 'a field stays a stop of Tab', id: 'field', during: null, after: null },
  { what: 'a heading is one as little afterwards', id: 'über', during: '-1', after: null },
  { what: 'what has a tabindex keeps it', id: 'section', during: '-1', after: '-1' },
])('of what the fragment names $what', async ({ id, during, after }) => {
  await go(`/next#${id}`)
  const focused = document.activeElement ?? expect.fail()
  const seen = [focused.getAttribute('tabindex')]
  screen.getByRole('button').focus()
  seen.push(focused.getAttribute('tabindex'))
  expect({ id: focused.id, seen }).toEqual({ id, seen: [during, after] })
})

test('a screen reader reads the title of another query of the same page', async () => {
  await go('/?page=2')
  expect(screen.getByRole('status').textContent).toBe('Next')
})

// Of a text that does not change it hears nothing.
test('a screen reader reads the same title again for each query, and for each page', async () => {
  const status = screen.getByRole('status')
  const texts = [status.textContent]
  for (const to of ['/?page=2', '/?page=3', '/next', '/?page=2']) {
    await go(to)
    expect(status.textContent.trim()).toBe('Next')
    expect(status.textContent).not.toBe(texts.at(-1))
    texts.push(status.textContent)
  }
})

test('a screen reader reads nothing where only the fragment changes', async () => {
  await go('/#über')
  expect(screen.getByRole('status').textContent).toBe('')
})

test.each([
  { what: 'leaves the focus where it was lost', to: '/?page=2', focused: 'body' },
  { what: 'moves the focus to what its fragment names', to: '/?page=2#über', focused: 'h2' },
])('another query of the same page $what', async ({ to, focused }) => {
  await go(to)
  expect(document.activeElement?.localName).toBe(focused)
})

test.each([
  { hash: '#%C3%BCber', found: 'über' },
  { hash: '#über', found: 'über' },
  { hash: '#%E0%A4%A', found: undefined },
  { hash: '#none', found: undefined },
  { hash: '', found: undefined },
])('the fragment "$hash" names the element $found', ({ hash, found }) => {
  expect(fragmentTarget(hash)?.id).toBe(found)
})

test('the first page stays where the visitor has scrolled it', () => {
  expect(scrollTo).not.toHaveBeenCalled()
})

test.each([
  { what: '', to: '/next' },
  { what: ', where the fragment names nothing', to: '/next#nothing' },
  { what: ', where the fragment is malformed', to: '/next#%' },
  { what: ', as the same page does for another query', to: '/?page=2' },
])('the next page begins at its top$what', async ({ to }) => {
  scroll(500)
  await go(to)
  expect(tops()).toEqual([0])
  expect(scrollIntoView).not.toHaveBeenCalled()
})

test('the next page begins at what the fragment names', async () => {
  scroll(500)
  await go('/next#%C3%BCber')
  expect(scrollIntoView.mock.contexts).toEqual([document.querySelector('h2')])
  expect(scrollIntoView.mock.calls).toEqual([[{ behavior: 'instant' }]]) // By default at the top, below scroll-padding.
  expect(scrollTo).not.toHaveBeenCalled()
})

test('Back and Forward return to where the visitor was', async () => {
  scroll(500)
  await go('/next')
  scroll(300)
  await travel(-1)
  await travel(1)
  expect(tops()).toEqual([0, 500, 300])
})

test('Back and Forward to another query of the same page return to where the visitor was', async () => {
  scroll(500)
  await go('/?page=2')
  scroll(300)
  await travel(-1)
  await travel(1)
  expect(tops()).toEqual([0, 500, 300])
})

test('a page that was visited twice has a position for each visit', async () => {
  scroll(500)
  await go('/next')
  await go('/')
  scroll(300)
  await go('/other')
  for (let visits = 0; visits < 3; visits++) await travel(-1)
  expect(tops().slice(-3)).toEqual([300, 0, 500])
})

test('a position to which the browser itself scrolls on Back, before the page is loaded, is not the visitor’s', async () => {
  await go('/next')
  scroll(300)
  addEventListener('popstate', () => scroll(700), { once: true })
  await travel(-1)
  await travel(1)
  expect(tops().at(-1)).toBe(300)
})

test('Back to a page from before a reload returns to the position in the history', async () => {
  scroll(700)
  await go('/next')
  reload()
  await travel(-1)
  expect(tops()).toEqual([0, 700])
})

test('Forward to a page from before a reload returns to the position in the history', async () => {
  await go('/next')
  scroll(700)
  await travel(-1)
  reload()
  await travel(1)
  expect(tops().at(-1)).toBe(700)
})

test('Back to another fragment of a page is left to the browser', async () => {
  await go('/#über')
  scrollTo.mockClear()
  await travel(-1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('Back to a page that was never scrolled returns to its top', async () => {
  await go('/next')
  scroll(300)
  scrollTo.mockClear()
  await travel(-1)
  expect(tops()).toEqual([0])
})

test('Back to a fragment returns to where the visitor was, and not to what the fragment names', async () => {
  await go('/next#über')
  scroll(300)
  await go('/other')
  scrollIntoView.mockClear()
  await travel(-1)
  expect({ position: tops().at(-1), named: scrollIntoView.mock.calls }).toEqual({
    position: 300,
    named: [],
  })
})

test('Back to a page of which no position is known leaves the window where it is', async () => {
  close()
  history.pushState(null, '', '/next')
  open()
  await travel(-1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a position is that of an entry, also of one that the browser has made for a fragment', async () => {
  scroll(700)
  await go('/next')
  scroll(200)
  // As the browser does at a click on a skip link.
  await act(async () => {
    location.hash = '#section'
  })
  scroll(50)
  await travel(-1)
  scroll(200) // The browser itself returns within a page.
  await travel(-1)
  expect(tops().at(-1)).toBe(700)
  await travel(1)
  expect(tops().at(-1)).toBe(200)
})

test('a page that the visitor scrolls while the next one loads is returned to where they left it', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<null>()
  close()
  router = createBrowserRouter([
    { path: '/', element: <Page /> },
    { path: '*', element: <Page />, loader: () => loaded },
  ])
  render(<RouterProvider router={router} />)
  scroll(700)
  const going = router.navigate('/next')
  scroll(400)
  load(null)
  await act(() => going)
  await travel(-1)
  expect(tops().at(-1)).toBe(400)
})

const keep = { replace: true, preventScrollReset: true }

test('a page keeps its place where the navigation asks for that, and a screen reader reads nothing', async () => {
  scroll(1500)
  for (const q of ['a', 'ab', 'abc']) await go(`/?q=${q}`, keep)
  await go('/?q=abc#über', keep)
  expect(scrollTo).not.toHaveBeenCalled()
  expect(scrollIntoView).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('')
  await go('/next')
  await travel(-1)
  expect(tops()).toEqual([0, 1500])
})

test('another page that keeps its place is read by a screen reader all the same', async () => {
  await go('/next', { preventScrollReset: true })
  expect(scrollTo).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('Next')
})

test('nothing is animated, whatever scroll-behavior the style of the site has', async () => {
  await go('/next')
  await travel(-1)
  for (const [options] of scrollTo.mock.calls) expect(options).toMatchObject({ behavior: 'instant' })
  expect(scrollTo).toHaveBeenCalledTimes(2)
})
