import type { ReactNode } from 'react'
import type { Link, MenuGroup } from '../owner.ts'

interface Props {
  links: readonly (Link | MenuGroup)[]
  /** The path of the current page, whose link is marked. */
  current: string | undefined
  /** Whether the links of a group are there at once: otherwise the browser opens and closes it, also without the script. */
  isOpen?: boolean
  /** More items of the list. */
  children?: ReactNode
}

/** The links of a menu as a list, those of a group as a list in it. */
export function MenuLinks({ links, current, isOpen = false, children }: Props) {
  return (
    <ul>
      {links.map(each =>
        'links' in each ? (
          <li key={each.label} className="r-menu-group">
            <Group label={each.label} isOpen={isOpen}>
              <MenuLinks links={each.links} current={current} />
            </Group>
          </li>
        ) : (
          <li key={each.path}>
            <a
              href={each.path}
              lang={each.lang}
              className="r-menu-link"
              aria-current={each.path === current ? 'page' : undefined}
            >
              {each.label}
            </a>
          </li>
        ),
      )}
      {children}
    </ul>
  )
}

function Group({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  if (isOpen) return [label, children]
  return (
    <details ref={closeWhenLeft} name="r-menu-group">
      <summary>{label}</summary>
      {children}
    </details>
  )
}

/** Closes a group after a click on one of its links or elsewhere, on Back and Forward, and when the focus leaves it. */
function closeWhenLeft(group: HTMLDetailsElement) {
  const close = ({ type, target }: Event) => {
    const isInside = target instanceof Element && group.contains(target)
    if (!isInside || (type === 'click' && target.closest('a'))) group.open = false
  }
  const listeners = new AbortController()
  for (const type of ['click', 'focusin', 'popstate'])
    addEventListener(type, close, { signal: listeners.signal })
  return () => listeners.abort()
}
