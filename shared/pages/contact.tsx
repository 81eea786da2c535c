import { site } from '../site.ts'
import { Prose } from '../ui/prose.tsx'

export default function Contact() {
  return (
    <Prose title="Contact" next={{ path: '/privacy', label: 'Privacy' }} drawing={<Letter />}>
      <p className="statement">
        Write to us at <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </Prose>
  )
}

/** A letter inside, and you at the door. */
const Letter = () => (
  <>
    <path className="path" d="M178 120h128" />
    <path d="M62 84h108v72H62zl54 42 54-42" />
    <circle className="team" cx="238" cy="120" r="11" />
  </>
)
