import { notFound, pages } from '../pages.ts'
import { Prose } from '../ui/prose.tsx'

export function NotFound() {
  return (
    <Prose title={notFound.label} next={pages.home}>
      <p>{notFound.description}</p>
    </Prose>
  )
}
