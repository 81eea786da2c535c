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
const Nothing = () => <path className="path" d="M82 70h76v100H82zM82 94h76" />
