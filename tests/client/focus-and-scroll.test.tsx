// After a navigation: focus, the announced title, the scroll position, and where Back and Forward return to.
import { act, cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter, type DataRouter, type RouterNavigateOptions } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScroll } from '../../client/scroll.ts'
import { Announcer, fragmentTarget } from '../../shared/layout/announcer.tsx'

const scrollTo = vi.fn(({ top }: { top: number }) => scroll(top))
/** The positions that the page was scrolled to, in order. */
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
/** Opens the address in the address bar. */
function open() {
  router = createBrowserRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
}
/** Reloads the page: only the history survives. */
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
/** Goes back or forward, and waits until the browser has arrived. */
const travel = (delta: number) =>
  act(async () => {
    const arrived = new Promise(resolve => addEventListener('popstate', resolve, { once: true }))
    history.go(delta)
    await arrived
  })

test('the first page isn’t announced', () => {
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a navigation announces the new title', async () => {
  const status = screen.getByRole('status') // The same element: a new one wouldn't be announced.
  await go('/next')
  expect(status.textContent).toBe('Next')
})

test.each([
  { what: 'the first heading of the next page if the focused element is gone', to: '/next', level: 1 },
  { what: 'the target of the fragment', to: '/next#über', level: 2 },
])('focus moves to $what', async ({ to, level }) => {
  await go(to)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level }))
})

test('focus stays on an element that remains', async () => {
  screen.getByRole('button').focus()
  await go('/next')
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('focus moves to the fragment’s target even if the focused element remains', async () => {
  screen.getByRole('button').focus()
  await go('/next#über')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
})

test('moving focus doesn’t scroll the page', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus') // jsdom doesn't scroll.
  await go('/next')
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
})

test.each([
  { what: 'stays a tab stop if it is a field', id: 'field', during: null, after: null },
  { what: 'loses its tabindex after focus leaves if it is a heading', id: 'über', during: '-1', after: null },
  { what: 'keeps its own tabindex', id: 'section', during: '-1', after: '-1' },
])('the fragment’s target $what', async ({ id, during, after }) => {
  await go(`/next#${id}`)
  const focused = document.activeElement ?? expect.fail()
  const seen = [focused.getAttribute('tabindex')]
  screen.getByRole('button').focus()
  seen.push(focused.getAttribute('tabindex'))
  expect({ id: focused.id, seen }).toEqual({ id, seen: [during, after] })
})

// Screen readers announce only a changed text.
test('an unchanged title is announced again for each query and each page', async () => {
  const status = screen.getByRole('status')
  const texts = [status.textContent]
  for (const to of ['/?page=2', '/?page=3', '/next', '/']) {
    await go(to)
    expect(status.textContent.trim()).toBe('Next')
    expect(status.textContent).not.toBe(texts.at(-1))
    texts.push(status.textContent)
  }
})

test('a new fragment isn’t announced', async () => {
  await go('/#über')
  expect(screen.getByRole('status').textContent).toBe('')
})

test.each([
  { what: 'leaves lost focus on the body', to: '/?page=2', focused: 'body' },
  { what: 'moves focus to the fragment’s target', to: '/?page=2#über', focused: 'h2' },
])('a navigation to another query of the same page $what', async ({ to, focused }) => {
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

test('the first page isn’t scrolled', () => {
  expect(scrollTo).not.toHaveBeenCalled()
})

test.each([
  { what: ' if the fragment has no target', to: '/next#nothing' },
  { what: ' if the fragment is malformed', to: '/next#%' },
  { what: ' if only the query changes', to: '/?page=2' },
  { what: ' if it leads to the current page', to: '/' },
])('a navigation scrolls to the top$what', async ({ to }) => {
  scroll(500)
  await go(to)
  expect(tops()).toEqual([0])
  expect(scrollIntoView).not.toHaveBeenCalled()
})

test('a navigation scrolls to the fragment’s target', async () => {
  scroll(500)
  await go('/next#%C3%BCber')
  expect(scrollIntoView.mock.contexts).toEqual([document.querySelector('h2')])
  expect(scrollIntoView.mock.calls).toEqual([[{ behavior: 'instant' }]]) // To the top by default, below scroll-padding.
  expect(scrollTo).not.toHaveBeenCalled()
})

test('Back and Forward to another query of the same page restore the scroll position', async () => {
  scroll(500)
  await go('/?page=2')
  scroll(300)
  await travel(-1)
  await travel(1)
  expect(tops()).toEqual([0, 500, 300])
})

test('a page that was visited twice has a scroll position for each visit', async () => {
  scroll(500)
  await go('/next')
  await go('/')
  scroll(300)
  await go('/other')
  for (let visits = 0; visits < 3; visits++) await travel(-1)
  expect(tops().slice(-3)).toEqual([300, 0, 500])
})

test('a scroll by the browser on Back doesn’t overwrite the saved position', async () => {
  await go('/next')
  scroll(300)
  addEventListener('popstate', () => scroll(700), { once: true })
  await travel(-1)
  await travel(1)
  expect(tops().at(-1)).toBe(300)
})

test('Forward restores the scroll position of a page from before a reload', async () => {
  await go('/next')
  scroll(700)
  await travel(-1)
  reload()
  await travel(1)
  expect(tops().at(-1)).toBe(700)
})

test('Back to another fragment of a page leaves scrolling to the browser', async () => {
  await go('/#über')
  scrollTo.mockClear()
  await travel(-1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('Back to a page that was never scrolled scrolls to the top', async () => {
  await go('/next')
  scroll(300)
  scrollTo.mockClear()
  await travel(-1)
  expect(tops()).toEqual([0])
})

test('Back to a fragment restores the scroll position instead of scrolling to the target', async () => {
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

test('Back to a page without a saved position doesn’t scroll', async () => {
  close()
  history.pushState(null, '', '/next')
  open()
  await travel(-1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('each history entry has its own position, even one that the browser added for a fragment', async () => {
  scroll(700)
  await go('/next')
  scroll(200)
  // As a click on a skip link does.
  await act(async () => {
    location.hash = '#section'
  })
  scroll(50)
  await travel(-1)
  scroll(200) // Within a page, the browser restores the position itself.
  await travel(-1)
  expect(tops().at(-1)).toBe(700)
  await travel(1)
  expect(tops().at(-1)).toBe(200)
})

const keep = { replace: true, preventScrollReset: true }

test('preventScrollReset keeps the position and announces nothing on the same page', async () => {
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

test('preventScrollReset still announces another page', async () => {
  await go('/next', { preventScrollReset: true })
  expect(scrollTo).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('Next')
})
