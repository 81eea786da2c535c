import { failed } from '../company.ts'
import { Prose } from '../ui/prose.tsx'

/** Its link requests a document, which starts the script anew. */
export function Failed() {
  return (
    <Prose title={failed.label}>
      <p className="statement">{failed.description}</p>
      <a href="/" className="next" target="_self">
        Start again from the home page
      </a>
    </Prose>
  )
}
