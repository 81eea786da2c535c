import type { LayoutProps } from '../owner.ts'
import { closeWhen, MenuLinks } from './menu-links.tsx'

/**
 * The menu of small screens. The browser opens and closes a popover by its button, by Escape and by a click outside, also
 * without the script.
 */
export function MobileMenu({ company, labels, menus, current }: LayoutProps) {
  const { members } = company
  return (
    <>
      <button type="button" className="r-menu-button" popoverTarget="menu" aria-label={labels.menuButton}>
        <svg viewBox="0 0 24 24" width="24" height="24" className="r-drawing" aria-hidden="true">
          <path d="M3 8h18" />
          <path d="M3 16h18" />
        </svg>
      </button>
      <nav
        ref={closeWhenLeft}
        id="menu"
        className="r-menu"
        aria-label={labels.navigation.mobile}
        popover="auto"
      >
        <MenuLinks links={menus.header} current={current}>
          {members && (
            <li>
              <a href={members.path} lang={members.lang} className="r-button r-button-primary r-menu-members">
                {members.label}
              </a>
            </li>
          )}
        </MenuLinks>
      </nav>
    </>
  )
}

/** Closes the menu after a click on one of its links, on Back and Forward, and when the focus leaves it. */
const closeWhenLeft = (menu: HTMLElement) =>
  closeWhen(
    // Otherwise the menu could cover the focused element: https://www.w3.org/TR/WCAG22/#focus-not-obscured-minimum
    (type, target) =>
      type === 'click' ? target.closest('.r-menu a') : !target.closest('.r-menu, .r-menu-button'),
    // Browsers without popovers show the links of the menu in the header. An extension may have replaced the body.
    () => menu.isConnected && menu.togglePopover?.(false),
  )
