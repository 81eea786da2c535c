import { menu } from '../pages.ts'
import { site, words } from '../site.ts'
import { Logo } from '../ui/logo.tsx'
import { MenuLinks } from './menu-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export function Header() {
  return (
    <header className="header">
      <div className="header-row">
        <a href="/" className="logo">
          <Logo />
          <span>{site.name}</span>
        </a>
        <nav className="header-nav" aria-label={words.navigation.header}>
          <MenuLinks pages={menu('header')} />
        </nav>
        <MobileMenu />
      </div>
    </header>
  )
}
