import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { Announcer } from '../../shared/layout/announcer.tsx'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'

// What is seen and what browsers do with it, such as the popover of the menu, is tested in browsers.
afterEach(cleanup)

describe('a menu', () => {
  const links = [
    { path: '/', label: 'Home' },
    { path: '/team', label: 'Team' },
  ]
  const marked = (current: string | undefined) => {
    render(
      <>
        <Header links={links} current={current} />
        <Footer links={links} current={current} />
      </>,
    )
    const navigations = screen.getAllByRole('navigation', { hidden: true })
    expect(navigations).toHaveLength(3)
    const links_ = navigations.flatMap(each =>
      within(each).queryAllByRole('link', { current: 'page', hidden: true }),
    )
    return links_.map(({ textContent }) => textContent)
  }

  test('marks the link to the page that is shown', () =>
    expect(marked('/team')).toEqual(Array(3).fill('Team')))
  test('marks no other link where there is no such page', () => expect(marked(undefined)).toEqual([]))
})

test('a screen reader is told the title of the next page, and nothing of the first one', () => {
  let go = (_path: string) => {}
  const Page = () => {
    const navigate = useNavigate()
    go = path => void navigate(path)
    return <h1>Heading</h1>
  }
  document.title = 'First'
  const { rerender } = render(<Announcer />, {
    wrapper: ({ children }) => (
      <MemoryRouter>
        <Page />
        {children}
      </MemoryRouter>
    ),
  })
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  document.title = 'Next'
  go('/next')
  rerender(<Announcer />)
  expect(status.textContent).toBe('Next')
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
