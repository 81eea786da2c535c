import { useOwner } from '../owner-context.ts'
import { MenuLinks, type MenuProps } from './menu-links.tsx'

/** Set by the build. A clock could give the browser another year than the HTML has. */
declare const BUILD_YEAR: number

export function Footer(menu: MenuProps) {
  const { company, labels, slots } = useOwner()
  const { FooterEnd } = slots
  return (
    <footer className="footer">
      <div className="footer-row">
        <p>{`© ${BUILD_YEAR} ${company.name}`}</p>
        <nav aria-label={labels.navigation.footer}>
          <MenuLinks {...menu} />
        </nav>
        {FooterEnd && <FooterEnd />}
      </div>
    </footer>
  )
}
