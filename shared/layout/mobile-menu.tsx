import { type MouseEvent, useRef } from 'react'
import { menu } from '../pages.ts'
import { site, words } from '../site.ts'
import { MenuLinks } from './menu-links.tsx'

/** The menu of small screens. A popover: the browser opens and closes it, before the script has come and without it. */
export function MobileMenu() {
  const popover = useRef<HTMLElement>(null)
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) popover.current?.hidePopover()
  }
  return (
    <>
      <button type="button" className="menu-button" popoverTarget="menu" aria-label={words.menuButton}>
        <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M3 8h18" />
          <path d="M3 16h18" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <nav
        ref={popover}
        id="menu"
        className="menu"
        aria-label={words.navigation.mobile}
        popover="auto"
        onClick={closeOnLink}
      >
        <MenuLinks pages={menu('header')}>
          <li>
            <a href={site.members.path} className="menu-link menu-members">
              {site.members.label}
            </a>
          </li>
        </MenuLinks>
      </nav>
    </>
  )
}
