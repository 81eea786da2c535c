import { Link } from 'react-router'
import { pages } from '../pages.ts'
import { Prose } from '../ui/prose.tsx'

export function NotFound() {
  return (
    <Prose title="Page not found">
      <p>There is no page at this address.</p>
      <p>
        <Link to={pages.home.path} discover="none">
          {pages.home.label}
        </Link>
      </p>
    </Prose>
  )
}
