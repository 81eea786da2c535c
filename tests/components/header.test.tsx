import '../support/popover.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'
import { type Page, pages } from '../../shared/pages.ts'
import { site, words } from '../../shared/site.ts'
import { menu, table } from '../support/table.ts'

afterEach(cleanup)
// jsdom cannot go to another document, which the link to the members' area asks for.
document.addEventListener('click', event => event.preventDefault())

const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Header links={table.menus.header} current={path} />
      <Footer links={table.menus.footer} current={path} />
    </MemoryRouter>,
  )
const toggle = () => screen.getByRole('button', { name: words.menuButton })
const mobile = () => screen.queryByRole('navigation', { name: words.navigation.mobile })

describe('the menu', () => {
  test('is closed at first', () => {
    show(pages.home.path)
    expect(mobile()).toBeNull()
  })

  test('is opened and closed by its button', async () => {
    show(pages.home.path)
    await userEvent.click(toggle())
    expect(mobile()).not.toBeNull()
    await userEvent.click(toggle())
    expect(mobile()).toBeNull()
  })

  test('is opened and closed by the keyboard', async () => {
    show(pages.home.path)
    toggle().focus()
    await userEvent.keyboard('{Enter}')
    expect(mobile()).not.toBeNull()
    await userEvent.keyboard(' ')
    expect(mobile()).toBeNull()
  })

  test.each([...menu('header'), site.members])('is closed by its link $label', async ({ label }) => {
    show(pages.home.path)
    await userEvent.click(toggle())
    await userEvent.click(within(mobile()!).getByRole('link', { name: label }))
    expect(mobile()).toBeNull()
  })

  test('is closed when the focus leaves it, and not before', async () => {
    show(pages.home.path)
    await userEvent.click(toggle())
    const stops = [toggle(), ...within(mobile()!).getAllByRole('link')]
    for (const stop of stops) {
      expect(document.activeElement).toBe(stop)
      expect(mobile()).not.toBeNull()
      await userEvent.tab()
    }
    expect(mobile()).toBeNull()
  })

  test('is closed on Back', async () => {
    show(pages.home.path)
    await userEvent.click(toggle())
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(mobile()).toBeNull()
  })

  test('stays open when something else in it is clicked', async () => {
    show(pages.home.path)
    await userEvent.click(toggle())
    await userEvent.click(within(mobile()!).getByRole('list'))
    expect(mobile()).not.toBeNull()
  })
})

describe.each(Object.values(pages) as Page[])('at $path', ({ path, label, menus }) => {
  test.each([
    [words.navigation.header, menus.header],
    [words.navigation.mobile, menus.header],
    [words.navigation.footer, menus.footer],
  ])('the %s menu marks the link to the page, if it has one', async (name, place) => {
    show(path)
    await userEvent.click(toggle())
    const navigation = screen.getByRole('navigation', { name })
    const marked = within(navigation).queryAllByRole('link', { current: 'page' })
    expect(marked.map(link => link.textContent)).toEqual(place === undefined ? [] : [label])
  })
})

test('no link is marked at an address without a page', () => {
  show('/nothing/here')
  expect(screen.queryAllByRole('link', { current: 'page' })).toEqual([])
})
