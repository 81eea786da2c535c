// Where the next page begins, and where Back and Forward return to.
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScroll } from '../../client/scroll.ts'

const scrollTo = vi.fn((_left: number, top: number) => scroll(top))
const scrollIntoView = vi.fn()

/** Scrolls as a visitor does. */
function scroll(top: number) {
  vi.stubGlobal('scrollY', top)
  dispatchEvent(new Event('scroll'))
}

function Page() {
  useScroll()
  return <h2 id="über">A heading</h2>
}
let router: ReturnType<typeof createMemoryRouter>
/** Opens the last of these entries of the history. */
function open(...initialEntries: string[]) {
  router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries })
  render(<RouterProvider router={router} />)
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('scrollY', 0)
  Element.prototype.scrollIntoView = scrollIntoView
  history.replaceState(null, '')
  open('/')
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})
const go = (to: string | number) => act(async () => router.navigate(to as string))

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
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  expect(scrollIntoView).not.toHaveBeenCalled()
})

test('the next page begins at what the fragment names', async () => {
  scroll(500)
  await go('/next#%C3%BCber')
  expect(scrollIntoView.mock.contexts).toEqual([document.querySelector('h2')])
  expect(scrollIntoView.mock.calls).toEqual([[]]) // By default at the top, below scroll-padding.
  expect(scrollTo).not.toHaveBeenCalled()
})

test('Back and Forward return to where the visitor was', async () => {
  scroll(500)
  await go('/next')
  scroll(300)
  await go(-1)
  await go(1)
  expect(scrollTo.mock.calls.map(([, top]) => top)).toEqual([0, 500, 300])
})

test('a page that was visited twice has a position for each visit', async () => {
  scroll(500)
  await go('/next')
  await go('/')
  scroll(300)
  await go('/other')
  for (let visits = 0; visits < 3; visits++) await go(-1)
  expect(scrollTo.mock.calls.slice(-3).map(([, top]) => top)).toEqual([300, 0, 500])
})

test('a position to which the browser itself scrolls on Back, before the page is loaded, is not the visitor’s', async () => {
  await go('/next')
  scroll(300)
  dispatchEvent(new PopStateEvent('popstate'))
  scroll(700)
  await go(-1)
  await go(1)
  expect(scrollTo.mock.lastCall).toEqual([0, 300])
})

test('Back to a page from before a reload returns to the position in the history', async () => {
  cleanup()
  open('/before', '/current')
  history.replaceState({ top: 700 }, '')
  await go(-1)
  expect(scrollTo.mock.calls).toEqual([[0, 700]])
})

test('Back within a page is left to the browser', async () => {
  await go('/#über')
  scrollTo.mockClear()
  await go(-1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('Back to a page that was never scrolled returns to its top', async () => {
  await go('/next')
  scroll(300)
  scrollTo.mockClear()
  await go(-1)
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
})

test('Back to a fragment returns to where the visitor was, and not to what the fragment names', async () => {
  await go('/next#über')
  scroll(300)
  await go('/other')
  scrollIntoView.mockClear()
  await go(-1)
  expect({ position: scrollTo.mock.lastCall, named: scrollIntoView.mock.calls }).toEqual({
    position: [0, 300],
    named: [],
  })
})

test('Back to a page of which no position is known leaves the window where it is', async () => {
  cleanup()
  open('/before', '/current')
  await go(-1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a position in the history that is known again since is the later one', async () => {
  history.replaceState({ top: 700 }, '')
  scroll(500)
  await go('/next')
  await go(-1)
  expect(scrollTo.mock.lastCall).toEqual([0, 500])
})
