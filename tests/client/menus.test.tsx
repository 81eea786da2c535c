// The menus of header and footer, the button of the small-screen menu, and the logo.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'
import type { Menus } from '../../shared/site.ts'
import { site } from '../support/site.tsx'

const { company, messages } = site
afterEach(cleanup)

const links = [
  { path: '/', label: 'Home' },
  { path: '/team', label: 'Team' },
]
const services = { label: 'Services', links: [{ path: '/roofs', label: 'Roofs' }] }
interface Props {
  current?: string
  of?: typeof site
  header?: Menus['header']
}
function Layout({ current, of = site, header = links }: Props) {
  const given = {
    home: '/',
    alternates: [],
    ...of,
    company: { legalName: of.company.name, ...of.company }, // As the document passes it.
    menus: { header, footer: [...links, services] },
    current,
    year: '2026',
  }
  return (
    <>
      <Header {...given} />
      <a href="/elsewhere">Elsewhere</a>
      <Footer {...given} />
    </>
  )
}
/** The menus by position, because a site may give two of them, or a menu and its button, the same name. */
const menus = {
  header: () => menuIn('banner', 0),
  mobile: () => menuIn('banner', 1),
  footer: () => menuIn('contentinfo', 0),
}
function menuIn(role: 'banner' | 'contentinfo', place: number) {
  const found = within(screen.getByRole(role)).getAllByRole('navigation', { hidden: true })
  return found[place] ?? expect.fail(`the ${role} has no menu at ${place}`)
}
const linksIn = (menu: HTMLElement, current?: 'page') =>
  within(menu)
    .queryAllByRole('link', { hidden: true, ...(current && { current }) })
    .map(link => link.textContent)
/** The header's button. Another one, in the menu, closes it. */
const menuButton = () => screen.getByRole('button', { name: messages.menuButton })
const closeButton = () => within(menus.mobile()).getByRole('button', { hidden: true })

test.each(['header', 'mobile', 'footer'] as const)(
  'the %s menu is labelled, and marks the link to the current page',
  kind => {
    const { rerender } = render(<Layout current="/team" />)
    const menu = menus[kind]()
    expect(menu.ariaLabel).toBe(messages.navigation[kind])
    expect(linksIn(menu).slice(0, 2)).toEqual(['Home', 'Team'])
    expect(linksIn(menu, 'page')).toEqual(['Team'])
    rerender(<Layout />)
    expect(linksIn(menu, 'page')).toEqual([])
  },
)

test('only the small-screen menu ends with a link to the members’ application, if there is one', () => {
  const { rerender } = render(<Layout />)
  expect(linksIn(menus.mobile())).toEqual(['Home', 'Team'])
  const members = { path: 'https://app.example/members', label: 'Members' }
  rerender(<Layout of={{ ...site, company: { ...company, members } }} />)
  expect(linksIn(menus.mobile())).toEqual(['Home', 'Team', 'Members'])
  const link = within(menus.mobile()).getByRole('link', { name: 'Members', hidden: true })
  expect(link.getAttribute('href')).toBe('https://app.example/members')
  for (const kind of ['header', 'footer'] as const) expect(linksIn(menus[kind]())).not.toContain('Members')
})

test('the logo in the header links to the home page', () => {
  render(<Layout />)
  const isOfCompany = (name: string) => name.includes(company.name) // The logo may be a picture with the company's name.
  const [logo] = within(screen.getByRole('banner')).getAllByRole('link', { name: isOfCompany })
  expect(logo?.getAttribute('href')).toBe('/')
})

test('the header’s button opens the small-screen menu without a script', () => {
  render(<Layout />)
  const menu = menus.mobile()
  expect(menu.getAttribute('popover')).toBe('auto')
  expect(menuButton().getAttribute('popovertarget')).toBe(menu.id)
})

test('the small-screen menu starts with a button that closes it without a script', () => {
  render(<Layout />)
  const menu = menus.mobile()
  const button = closeButton()
  expect(button.textContent).toBe(messages.closeMenu)
  expect(menu.firstElementChild).toBe(button)
  expect(button.getAttribute('popovertarget')).toBe(menu.id)
  expect(button.ariaExpanded).toBeNull() // The browser itself exposes whether the menu is open.
})

describe('the small-screen menu', () => {
  /** Browsers have it, and jsdom doesn't. */
  const togglePopover = vi.fn()
  beforeEach(() => {
    togglePopover.mockClear()
    render(<Layout />)
  })
  const givePopovers = () => {
    Object.assign(HTMLElement.prototype, { togglePopover })
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'togglePopover'))
  }
  const linkIn = (menu: HTMLElement) => within(menu).getByRole('link', { name: 'Team', hidden: true })

  test.each<{ what: string; act: () => unknown }>([
    { what: 'a click on one of its links', act: () => fireEvent.click(linkIn(menus.mobile())) },
    { what: 'focus elsewhere', act: () => fireEvent.focusIn(screen.getByText('Elsewhere')) },
    { what: 'Back and Forward', act: () => fireEvent.popState(window) },
  ])('is closed by $what', ({ act }) => {
    givePopovers()
    act()
    expect(togglePopover.mock.calls).toEqual([[false]])
  })

  test.each<{ what: string; act: () => unknown }>([
    { what: 'a click on a link outside it', act: () => fireEvent.click(linkIn(menus.footer())) },
    { what: 'a click between its links', act: () => fireEvent.click(menus.mobile()) },
    { what: 'focus on one of its links', act: () => fireEvent.focusIn(linkIn(menus.mobile())) },
    { what: 'focus on its button', act: () => fireEvent.focusIn(closeButton()) },
    { what: 'focus on the button that opens it', act: () => fireEvent.focusIn(menuButton()) },
  ])('isn’t closed by $what', ({ act }) => {
    givePopovers()
    act()
    expect(togglePopover).not.toHaveBeenCalled()
  })

  test('stops listening when it is unmounted', () => {
    givePopovers()
    cleanup()
    fireEvent.popState(window)
    expect(togglePopover).not.toHaveBeenCalled()
  })

  // https://html.spec.whatwg.org/multipage/popover.html#check-popover-validity
  test('causes no error after an extension has replaced the body', () => {
    const failed = vi.fn()
    addEventListener('error', failed)
    onTestFinished(() => removeEventListener('error', failed))
    togglePopover.mockImplementationOnce(function (this: HTMLElement) {
      if (!this.isConnected) throw new DOMException('it is not connected', 'InvalidStateError')
    })
    givePopovers()
    const { body } = document
    body.replaceWith(body.cloneNode(true))
    onTestFinished(() => document.body.replaceWith(body))
    fireEvent.popState(window)
    expect(failed).not.toHaveBeenCalled()
  })

  test('causes no error in a browser without popovers', () => {
    expect(HTMLElement.prototype).not.toHaveProperty('togglePopover')
    const failed = vi.fn()
    addEventListener('error', failed)
    onTestFinished(() => removeEventListener('error', failed))
    fireEvent.popState(window)
    expect(failed).not.toHaveBeenCalled()
  })
})

describe('a group of links', () => {
  /** The header's group, opened. */
  function openGroup() {
    render(<Layout header={[...links, services]} />)
    const [group] = within(menus.header()).getAllByRole('group', { hidden: true })
    if (!(group instanceof HTMLDetailsElement)) throw new Error('the header has no group')
    group.open = true
    return group
  }
  const roofs = (group: HTMLElement) => within(group).getByRole('link', { name: 'Roofs' })

  test.each(['header', 'mobile'] as const)(
    'starts closed in the %s menu, and opens without a script',
    kind => {
      render(<Layout header={[...links, services]} />)
      const [group] = within(menus[kind]()).getAllByRole('group', { hidden: true })
      expect(group?.querySelector('summary')?.textContent).toBe('Services')
      expect(group?.hasAttribute('open')).toBe(false)
      expect(linksIn(menus[kind]())).toEqual(['Home', 'Team', 'Roofs'])
    },
  )

  test('is a visible list below its name in the footer', () => {
    render(<Layout />)
    const [, list] = within(menus.footer()).getAllByRole('list')
    expect(list?.parentElement?.textContent).toBe('ServicesRoofs')
    expect(within(menus.footer()).queryByRole('group')).toBeNull()
  })

  test.each<{ what: string; act: (group: HTMLElement) => unknown }>([
    { what: 'a click on one of its links', act: group => fireEvent.click(roofs(group)) },
    { what: 'a click elsewhere', act: () => fireEvent.click(document.body) },
    { what: 'focus elsewhere', act: () => fireEvent.focusIn(screen.getByText('Elsewhere')) },
    { what: 'Back and Forward', act: () => fireEvent.popState(window) },
  ])('is closed by $what', ({ act }) => {
    const group = openGroup()
    act(group)
    expect(group.open).toBe(false)
  })

  test.each<{ what: string; act: (group: HTMLElement) => unknown }>([
    { what: 'a click between its links', act: group => fireEvent.click(within(group).getByRole('list')) },
    { what: 'focus on one of its links', act: group => fireEvent.focusIn(roofs(group)) },
  ])('stays open after $what', ({ act }) => {
    const group = openGroup()
    act(group)
    expect(group.open).toBe(true)
  })

  test('marks the link to the current page', () => {
    render(<Layout current="/roofs" />)
    expect(linksIn(menus.footer(), 'page')).toEqual(['Roofs'])
  })
})

test('the footer shows the company’s legal name and address, if there are any', () => {
  const address = ['1 Long Street', 'Oldtown']
  const of = { ...site, company: { ...company, legalName: 'Firm & Co Ltd', address } }
  const { rerender } = render(<Layout of={of} />)
  const footer = screen.getByRole('contentinfo')
  expect(footer.querySelector('p')?.textContent).toBe('© 2026 Firm & Co Ltd')
  expect(footer.querySelector('address')?.textContent).toBe('1 Long Street\nOldtown')
  rerender(<Layout />)
  expect(footer.querySelector('p')?.textContent).toBe('© 2026 Firm & Co')
  expect(footer.querySelector('address')).toBeNull()
})

test('the footer links the company’s phone number with tel:', () => {
  render(<Layout of={{ ...site, company: { ...company, phone: '+353 1 555-0100' } }} />)
  const link = within(screen.getByRole('contentinfo')).getByRole('link', { name: '+353 1 555-0100' })
  expect(link.getAttribute('href')).toBe('tel:+35315550100')
})
