import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import type { Page } from '../pages.ts'

/** A list of links to pages, the current one marked. */
export function MenuLinks({ pages, children }: { pages: Page[]; children?: ReactNode }) {
  return (
    <ul>
      {pages.map(page => (
        <li key={page.path}>
          <NavLink to={page.path} end className="menu-link" discover="none">
            {page.label}
          </NavLink>
        </li>
      ))}
      {children}
    </ul>
  )
}
