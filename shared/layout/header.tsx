import { company, labels } from '../company.ts'
import { Logo } from '../ui/logo.tsx'
import { MenuLinks, type MenuProps } from './menu-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export function Header(menu: MenuProps) {
  return (
    <header className="header">
      <div className="header-row">
        <a href="/" className="logo">
          <Logo />
          <span>{company.name}</span>
        </a>
        <nav className="header-nav" aria-label={labels.navigation.header}>
          <MenuLinks {...menu} />
        </nav>
        <MobileMenu {...menu} />
      </div>
    </header>
  )
}
