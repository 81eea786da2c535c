import { Link } from 'react-router'
import { menu } from '../pages.ts'
import { site, words } from '../site.ts'
import { Logo } from '../ui/logo.tsx'
import { MenuLinks } from './menu-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export function Header() {
  return (
    <header className="header">
      <div className="header-row">
        <Link to="/" className="logo" discover="none">
          <Logo />
          <span>{site.name}</span>
        </Link>
        <nav className="header-nav" aria-label={words.navigation.header}>
          <MenuLinks pages={menu('header')} />
        </nav>
        <MobileMenu />
      </div>
    </header>
  )
}
