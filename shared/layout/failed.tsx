import { failed } from '../site.ts'
import { Prose } from '../ui/prose.tsx'

/** Its link asks for a document: whatever failed starts afresh. */
export function Failed() {
  return (
    <Prose title={failed.label} next={{ path: '/', label: 'Home' }} reload>
      <p className="statement">{failed.description}</p>
    </Prose>
  )
}
