import { pages } from '../pages.ts'
import { Prose } from '../ui/prose.tsx'

/** Its link asks for a document: whatever failed starts afresh. */
export function Failed() {
  return (
    <Prose title="Something went wrong" next={pages.home} reload>
      <p>The page could not be shown. The fault is ours, and it has been noted.</p>
    </Prose>
  )
}
