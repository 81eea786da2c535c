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

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('scrollY', 0)
  Element.prototype.scrollIntoView = scrollIntoView
  history.replaceState(null, '')
  router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})
const go = (to: string | number) => act(async () => router.navigate(to as string))

test('the first page stays where the visitor has scrolled it', () => {
  expect(scrollTo).not.toHaveBeenCalled()
})

test('the next page begins at its top', async () => {
  scroll(500)
  await go('/next')
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
})

test.each([
  ['what the fragment names', '#%C3%BCber', 1],
  ['its top, where the fragment names nothing', '#nothing', 0],
  ['its top, where the fragment is malformed', '#%', 0],
])('the next page begins at %s', async (_, hash, times) => {
  await go(`/next${hash}`)
  expect(scrollIntoView).toHaveBeenCalledTimes(times)
  expect(scrollTo).toHaveBeenCalledTimes(1 - times)
})

test('Back and Forward return to where the visitor was', async () => {
  scroll(500)
  await go('/next')
  scroll(300)
  await go(-1)
  await go(1)
  expect(scrollTo.mock.calls.map(([, top]) => top)).toEqual([0, 500, 300])
})

test('Back to a page from before a reload returns to the position in the history', async () => {
  const entries = ['/before', '/current']
  router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: entries,
    initialIndex: 1,
  })
  cleanup()
  render(<RouterProvider router={router} />)
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
