import { pages } from '../pages.ts'
import { Prose } from '../ui/prose.tsx'

export function NotFound() {
  return (
    <Prose title="Page not found" next={pages.home}>
      <p>There is no page at this address.</p>
    </Prose>
  )
}
