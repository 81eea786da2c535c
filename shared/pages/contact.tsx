import { site } from '../site.ts'
import { Prose } from '../ui/prose.tsx'

export function Contact() {
  return (
    <Prose title="Contact">
      <p>
        Write to us at <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </Prose>
  )
}
