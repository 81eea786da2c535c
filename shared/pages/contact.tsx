import { pages } from '../pages.ts'
import { site } from '../site.ts'
import { Prose } from '../ui/prose.tsx'

export function Contact() {
  return (
    <Prose title="Contact" next={pages.privacy} drawing={<Knock />}>
      <p>
        Write to us at{' '}
        <a className="address" href={`mailto:${site.email}`}>
          {site.email}
        </a>
        .
      </p>
    </Prose>
  )
}

/** You are at the door. */
const Knock = () => <circle className="team" cx="238" cy="120" r="11" />
