import { useOwner } from '../owner-context.ts'
import { Prose } from '../ui/prose.tsx'

/** Its link requests a document, which starts the script anew. */
export function Failed() {
  const { failed } = useOwner().labels
  return (
    <Prose title={failed.label}>
      <p className="r-statement">{failed.description}</p>
      <a href="/" className="r-next" target="_self">
        {failed.link}
      </a>
    </Prose>
  )
}
