// After a navigation: where the focus is, and which title a screen reader reads.
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcer, fragmentTarget } from '../../shared/layout/announcer.tsx'

afterEach(cleanup)

const element = (
  <>
    <h1>Heading</h1>
    <h2 id="part">Part</h2>
    <button type="button">Button</button>
    <input id="field" />
    <section id="section" tabIndex={-1} />
    <Announcer />
  </>
)
let router: ReturnType<typeof createMemoryRouter>
beforeEach(() => {
  router = createMemoryRouter([{ path: '*', element }])
  document.title = 'First'
  render(<RouterProvider router={router} />)
  document.title = 'Next'
})
const go = (path: string) => act(async () => router.navigate(path))

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
  { what: 'what the fragment names', to: '/next#part', level: 2 },
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
  await go('/next#part')
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
  { what: 'a heading is one as little afterwards', id: 'part', during: '-1', after: null },
  { what: 'what has a tabindex keeps it', id: 'section', during: '-1', after: '-1' },
])('of what the fragment names $what', async ({ id, during, after }) => {
  await go(`/next#${id}`)
  const focused = document.activeElement ?? expect.fail()
  const seen = [focused.getAttribute('tabindex')]
  screen.getByRole('button').focus()
  seen.push(focused.getAttribute('tabindex'))
  expect({ id: focused.id, seen }).toEqual({ id, seen: [during, after] })
})

test('another query of the same page moves no focus, and is not announced', async () => {
  await go('/?a=1#part')
  expect({
    focused: document.activeElement?.localName,
    announced: screen.getByRole('status').textContent,
  }).toEqual({ focused: 'body', announced: '' })
})

test.each([
  { hash: '#part', found: 'part' },
  { hash: '#%C3%BCber-uns', found: 'über-uns' },
  { hash: '#über-uns', found: 'über-uns' },
  { hash: '#%E0%A4%A', found: undefined },
  { hash: '#none', found: undefined },
  { hash: '', found: undefined },
])('the fragment "$hash" names the element $found', ({ hash, found }) => {
  render(<h2 id="über-uns">Über uns</h2>)
  expect(fragmentTarget(hash)?.id).toBe(found)
})
