import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Document } from '../../shared/document.tsx'
import { Announcer, fragmentTarget } from '../../shared/layout/announcer.tsx'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'
import { OwnerContext, type OwnerInLanguage } from '../../shared/layout/owner-context.ts'
import type { Owner } from '../../shared/owner.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { owner } from '../support/owner.tsx'

const { company, labels } = owner
afterEach(cleanup)

const links = [
  { path: '/', label: 'Home' },
  { path: '/team', label: 'Team' },
]
const Layout = ({ current, of = owner }: { current?: string; of?: OwnerInLanguage }) => (
  <OwnerContext value={of}>
    <Header links={links} current={current} />
    <a href="/elsewhere">Elsewhere</a>
    <Footer links={links} current={current} />
  </OwnerContext>
)
/** The menus, whatever an owner calls them: two of them, or one and its button, may have the same name. */
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
const menuButton = () => screen.getByRole('button', { name: labels.menuButton })

test.each(['header', 'mobile', 'footer'] as const)(
  'the %s menu has its name, and marks the link to the current page',
  kind => {
    const { rerender } = render(<Layout current="/team" />)
    const menu = menus[kind]()
    expect(menu.ariaLabel).toBe(labels.navigation[kind])
    expect(linksIn(menu).slice(0, 2)).toEqual(['Home', 'Team'])
    expect(linksIn(menu, 'page')).toEqual(['Team'])
    rerender(<Layout />)
    expect(linksIn(menu, 'page')).toEqual([])
  },
)

test.each([
  ['no link to the members’ application', undefined, []],
  ['one, in the menu of small screens', { path: '/members', label: 'Members' }, ['Members']],
])('the header has %s', (_, members, shown) => {
  const ofMembers = { ...owner, company: { ...company, ...(members && { members }) } }
  render(<Layout of={ofMembers} />)
  expect(linksIn(menus.mobile())).toEqual(['Home', 'Team', ...shown])
})

test('the header leads home by its logo', () => {
  render(<Layout />)
  const isOfCompany = (name: string) => name.includes(company.name) // The logo may be a picture with that name.
  const [logo] = within(screen.getByRole('banner')).getAllByRole('link', { name: isOfCompany })
  expect(logo?.getAttribute('href')).toBe('/')
})

test('the button of the header opens the menu of small screens without a script', () => {
  render(<Layout />)
  const menu = menus.mobile()
  expect(menu.getAttribute('popover')).toBe('auto')
  expect(menuButton().getAttribute('popovertarget')).toBe(menu.id)
})

describe('the menu of small screens', () => {
  const togglePopover = vi.fn()
  beforeEach(() => {
    Object.assign(HTMLElement.prototype, { togglePopover })
    togglePopover.mockClear()
    render(<Layout />)
  })
  const linkIn = (menu: HTMLElement) => within(menu).getByRole('link', { name: 'Team', hidden: true })

  test.each<[string, number, () => unknown]>([
    ['a click on one of its links', 1, () => fireEvent.click(linkIn(menus.mobile()))],
    ['a click on a link elsewhere', 0, () => fireEvent.click(linkIn(menus.footer()))],
    ['focus elsewhere', 1, () => fireEvent.focusIn(screen.getByText('Elsewhere'))],
    ['focus on one of its links', 0, () => fireEvent.focusIn(linkIn(menus.mobile()))],
    ['focus on its button', 0, () => fireEvent.focusIn(menuButton())],
    ['Back and Forward', 1, () => fireEvent.popState(window)],
  ])('is closed by %s: %i times', (_, times, act) => {
    act()
    expect(togglePopover.mock.calls).toEqual(Array(times).fill([false]))
  })

  test('needs nothing to be closed where the browser has no popovers', () => {
    Object.assign(HTMLElement.prototype, { togglePopover: undefined })
    const failed = vi.fn()
    addEventListener('error', failed)
    fireEvent.popState(window)
    expect(failed).not.toHaveBeenCalled()
  })
})

describe('after a navigation', () => {
  const element = (
    <>
      <h1>Heading</h1>
      <h2 id="part">Part</h2>
      <button type="button">Button</button>
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

  test('a screen reader reads the new title, and it reads nothing for the first page', async () => {
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('')
    await go('/next')
    expect(status.textContent).toBe('Next')
  })

  test.each([
    ['the heading if the focused element is gone', '/next', 1],
    ['what the fragment names', '/next#part', 2],
  ])('the focus is on %s', async (_, to, level) => {
    await go(to)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level }))
  })

  test('the focus stays on an element that is still there', async () => {
    screen.getByRole('button').focus()
    await go('/next')
    expect(document.activeElement).toBe(screen.getByRole('button'))
  })
})

test.each([
  ['says so', () => Promise.resolve(), labels.copied],
  ['says nothing where the visitor has refused it', () => Promise.reject(new Error()), labels.copy],
])('the button that copies a text %s', async (_, result, label) => {
  const writeText = vi.fn(result)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(
    <OwnerContext value={owner}>
      <CopyButton text="info@example.com" />
    </OwnerContext>,
  )
  const button = screen.getByRole('button', { name: labels.copy })
  await act(async () => fireEvent.click(button))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('info@example.com')
  expect(button.textContent).toBe(label)
})

test('a document shows what the owner puts around the pages and into the layout', () => {
  const Shell = ({ children }: { children: ReactNode }) => (
    <>
      <p>A banner</p>
      {children}
    </>
  )
  const HeaderEnd = () => <button type="button">Theme</button>
  const FooterEnd = () => <small>Made here</small>
  const html = renderDocument({ ...owner, slots: { Shell, HeaderEnd, FooterEnd } })
  expect(html).toMatch(/<p>A banner<\/p><header.*Theme.*<\/header>.*A text.*<footer.*Made here.*<\/footer>/s)
})

test.each([
  ['ar', '<html lang="ar" dir="rtl" data-origin'],
  ['en', '<html lang="en" data-origin'],
])('a document in the language %s has its direction', (lang, expected) => {
  expect(renderDocument({ ...owner, company: { ...company, lang } })).toContain(expected)
})

test('a document in another language than the company’s has the words of the layout in it, if there are any', () => {
  const translations = { fr: { ...labels, skipLink: 'Aller au texte' } }
  const inFrench = renderDocument({ ...owner, translations }, 'fr')
  expect(inFrench).toContain('<html lang="fr" data-origin')
  expect(inFrench).toContain('Aller au texte')
  expect(renderDocument({ ...owner, translations }, 'nl')).toContain(labels.skipLink)
})

function renderDocument(of: Owner, lang?: string): string {
  const page = { title: '', description: '', ...(lang && { lang }) }
  const menus = { header: [], footer: [] }
  const isRightToLeft = (language: string) => language === 'ar'
  return renderToString(
    <MemoryRouter>
      <Document owner={of} origin="" menus={menus} isRightToLeft={isRightToLeft} page={page}>
        A text
      </Document>
    </MemoryRouter>,
  )
}

test('no copy button is shown where the browser offers no clipboard, as without TLS', () => {
  vi.stubGlobal('navigator', {})
  const button = (
    <OwnerContext value={owner}>
      <CopyButton text="info@example.com" />
    </OwnerContext>
  )
  document.body.innerHTML = `<div id="root">${renderToString(button)}</div>`
  expect(screen.queryByRole('button')).not.toBeNull() // The server cannot know.
  const problems = vi.spyOn(console, 'error')
  render(button, { container: document.getElementById('root') ?? document.body, hydrate: true })
  expect(screen.queryByRole('button')).toBeNull()
  expect(problems).not.toHaveBeenCalled()
})

test('the members’ application has its own address in the menu of small screens', () => {
  const members = { path: 'https://app.example/members', label: 'Members' }
  render(<Layout of={{ ...owner, company: { ...company, members } }} />)
  const link = within(menus.mobile()).getByRole('link', { name: 'Members', hidden: true })
  expect(link.getAttribute('href')).toBe('https://app.example/members')
})

test('a screen reader reads that the text was copied, as its words stand in a live region', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(
    <OwnerContext value={owner}>
      <CopyButton text="info@example.com" />
    </OwnerContext>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button')))
  expect(screen.getByText(labels.copied).closest('[aria-live=polite]')).not.toBeNull()
})

test('a visitor who refuses the second copy is not told that it was copied', async () => {
  const writeText = vi
    .fn(async () => {})
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(
    <OwnerContext value={owner}>
      <CopyButton text="info@example.com" />
    </OwnerContext>,
  )
  const button = screen.getByRole('button')
  for (let click = 0; click < 2; click++) await act(async () => fireEvent.click(button))
  expect(button.textContent).toBe(labels.copy)
})

test.each([
  { hash: '#part', found: 'part' },
  { hash: '#%C3%BCber-uns', found: 'über-uns' },
  { hash: '#über-uns', found: 'über-uns' },
  { hash: '#%E0%A4%A', found: undefined },
  { hash: '#none', found: undefined },
  { hash: '', found: undefined },
])('the fragment "$hash" names the element $found', ({ hash, found }) => {
  render(
    <>
      <h2 id="part">Part</h2>
      <h2 id="über-uns">Über uns</h2>
    </>,
  )
  expect(fragmentTarget(hash)?.id).toBe(found)
})

test('the heading that takes the focus after a navigation is no stop of Tab', async () => {
  const element = (
    <>
      <h1>Heading</h1>
      <Announcer />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  render(<RouterProvider router={router} />)
  await act(async () => router.navigate('/next'))
  expect(screen.getByRole('heading').getAttribute('tabindex')).toBe('-1')
})

test('another query of the same page moves no focus, and is not announced', async () => {
  const element = (
    <>
      <h1>Heading</h1>
      <Announcer />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  document.title = 'A page'
  render(<RouterProvider router={router} />)
  await act(async () => router.navigate('/?a=1#part'))
  expect({
    focused: document.activeElement?.localName,
    announced: screen.getByRole('status').textContent,
  }).toEqual({ focused: 'body', announced: '' })
})

test('the title of the first page is announced, too, where the visitor comes back to it', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Announcer /> }])
  render(<RouterProvider router={router} />)
  for (const [path, title] of [
    ['/next', 'Next'],
    ['/', 'First'],
  ] as const) {
    document.title = title
    await act(async () => router.navigate(path))
  }
  expect(screen.getByRole('status').textContent).toBe('First')
})
