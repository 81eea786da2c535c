import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Page } from '../pages.ts'

/** A list of links to pages, the current one marked. */
export function MenuLinks({ pages, children }: { pages: Page[]; children?: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ul>
      {pages.map(page => (
        <li key={page.path}>
          <a
            href={page.path}
            className="menu-link"
            aria-current={page.path === pathname ? 'page' : undefined}
          >
            {page.label}
          </a>
        </li>
      ))}
      {children}
    </ul>
  )
}
