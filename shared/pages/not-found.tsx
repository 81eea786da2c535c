import { notFound, pages } from '../pages.ts'
import { Prose } from '../ui/prose.tsx'

export function NotFound() {
  return (
    <Prose title={notFound.label} next={pages.home} drawing={<Nothing />}>
      <p className="statement">{notFound.description}</p>
    </Prose>
  )
}

/** Where a page would be. */
const Nothing = () => <path className="data" d="M75 60h90v120h-90zM75 90h90" />
