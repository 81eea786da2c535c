import type { LayoutProps } from '../owner.ts'
import { MenuLinks } from './menu-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export function Header(props: LayoutProps) {
  const { company, labels, Logo, slots, menus, current } = props
  const { HeaderEnd } = slots
  return (
    <header className="r-header">
      <div className="r-header-row">
        <a href="/" className="r-logo">
          <Logo />
          <span>{company.name}</span>
        </a>
        <nav className="r-header-nav" aria-label={labels.navigation.header}>
          <MenuLinks links={menus.header} current={current} />
        </nav>
        {HeaderEnd && <HeaderEnd />}
        <MobileMenu {...props} />
      </div>
    </header>
  )
}
