import { useOwner } from '../owner-context.ts'
import { MenuLinks, type MenuProps } from './menu-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'

export function Header(menu: MenuProps) {
  const { company, labels, Logo, slots } = useOwner()
  const { HeaderEnd } = slots
  return (
    <header className="r-header">
      <div className="r-header-row">
        <a href="/" className="r-logo">
          <Logo />
          <span>{company.name}</span>
        </a>
        <nav className="r-header-nav" aria-label={labels.navigation.header}>
          <MenuLinks {...menu} />
        </nav>
        {HeaderEnd && <HeaderEnd />}
        <MobileMenu {...menu} />
      </div>
    </header>
  )
}
