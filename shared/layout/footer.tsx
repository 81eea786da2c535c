import { menu } from '../pages.ts'
import { site, words } from '../site.ts'
import { MenuLinks } from './menu-links.tsx'

/** Put in by the build. A clock would give a visitor at New Year another year than the HTML. */
declare const BUILD_YEAR: number

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-row">
        <p>{`© ${BUILD_YEAR} ${site.name}`}</p>
        <nav aria-label={words.navigation.footer}>
          <MenuLinks pages={menu('footer')} />
        </nav>
      </div>
    </footer>
  )
}
