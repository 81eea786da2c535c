import { menu } from '../pages.ts'
import { site } from '../site.ts'
import { MenuLinks } from './menu-links.tsx'

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-row">
        <p>{`© ${site.year} ${site.name}`}</p>
        <nav aria-label="Footer">
          <MenuLinks pages={menu('footer')} />
        </nav>
      </div>
    </footer>
  )
}
