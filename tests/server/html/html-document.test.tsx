// The document around a page: the site's slots, text direction, and the layout's messages in another language.
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Document } from '../../../shared/document.tsx'
import { Footer as OurFooter } from '../../../shared/layout/footer.tsx'
import { MobileMenu } from '../../../shared/layout/mobile-menu.tsx'
import { type LayoutProps, type Site, useSite } from '../../../shared/site.ts'
import { languageWith, site } from '../../support/site.tsx'

/** Differs from the company's. */
const origin = 'https://staging.example'
const { messages } = site
const arabic = languageWith({ lang: 'ar', isRightToLeft: true })
const french = languageWith({ lang: 'fr', messages: { ...messages, skipLink: 'Aller au texte' } })

function renderDocument(of: Site, lang = site.lang): string {
  const page = { path: undefined, title: '', lang, canonical: undefined, alternates: undefined }
  return renderToString(
    <MemoryRouter>
      <Document
        site={of}
        origin={origin}
        languages={[languageWith({}), arabic, french]}
        year="2026"
        head={page}
      >
        A text
      </Document>
    </MemoryRouter>,
  )
}

test('a document renders the site’s slots around the pages and in the layout', () => {
  const Shell = ({ children }: { children: ReactNode }) => (
    <>
      <p>A banner</p>
      {children}
    </>
  )
  const HeaderEnd = () => <button type="button">Theme</button>
  const FooterEnd = () => <small>Made here</small>
  const html = renderDocument({ ...site, slots: { Shell, HeaderEnd, FooterEnd } })
  expect(html).toMatch(/<p>A banner<\/p><header.*Theme.*<\/header>.*A text.*<footer.*Made here.*<\/footer>/s)
})

test('a component gets the origin of the server, not the live site’s', () => {
  const HeaderEnd = () => <output>{useSite().company.origin}</output>
  expect(renderDocument({ ...site, slots: { HeaderEnd } })).toContain(`<output>${origin}</output>`)
})

test("a site's own header and footer replace the engine's, and the skip link still comes first", () => {
  const Header = (props: LayoutProps) => (
    <header>
      <props.Logo />
      {`${props.menus.header.length} links, ${props.messages.menuButton}`}
      <MobileMenu {...props} />
    </header>
  )
  const Footer = (props: LayoutProps) => (
    <>
      <p>Before it</p>
      <OurFooter {...props} />
    </>
  )
  const html = renderDocument({ ...site, slots: { Header, Footer } })
  expect(html).toMatch(
    /<header><svg aria-hidden="true"><\/svg>0 links, Open<button.*<nav id="menu".*<\/header>/s,
  )
  expect(html).toMatch(
    /<a class="r-skip-link" href="#main">.*<header>.*<main id="main".*<p>Before it<\/p><footer class="r-footer">/s,
  )
})

test('a document in another language has the layout’s messages in that language', () => {
  const inFrench = renderDocument(site, 'fr')
  expect(inFrench).toContain('<html lang="fr" data-origin')
  expect(inFrench).toContain('Aller au texte')
})
