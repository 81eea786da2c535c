import type { ReactNode } from 'react'
import type { Link } from '../owner.ts'

export interface MenuProps {
  links: readonly Link[]
  /** The path of the current page, whose link is marked. */
  current: string | undefined
}

export function MenuLinks({ links, current, children }: MenuProps & { children?: ReactNode }) {
  return (
    <ul>
      {links.map(({ path, label, lang }) => (
        <li key={path}>
          <a
            href={path}
            lang={lang}
            className="r-menu-link"
            aria-current={path === current ? 'page' : undefined}
          >
            {label}
          </a>
        </li>
      ))}
      {children}
    </ul>
  )
}
