import type { LayoutProps } from '../owner.ts'
import { MenuLinks } from './menu-links.tsx'

export function Footer({ company, labels, slots, menus, current, year }: LayoutProps) {
  const { name, legalName = name, address, phone } = company
  const { FooterEnd } = slots
  return (
    <footer className="r-footer">
      <div className="r-footer-row">
        <div>
          <p>{`© ${year} ${legalName}`}</p>
          {address && <address>{address.join('\n')}</address>}
          {phone && (
            <address>
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
            </address>
          )}
        </div>
        <nav aria-label={labels.navigation.footer}>
          <MenuLinks links={menus.footer} current={current} isOpen />
        </nav>
        {FooterEnd && <FooterEnd />}
      </div>
    </footer>
  )
}
