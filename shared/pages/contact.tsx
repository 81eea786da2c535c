import { site } from '../site.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Prose } from '../ui/prose.tsx'

export default function Contact() {
  return (
    <Prose
      title="Contact"
      statement={
        <p className="address">
          Write to us at <a href={`mailto:${site.email}`}>{site.email}</a>
        </p>
      }
      drawing={<Letter />}
    >
      <CopyButton text={site.email} />
      <a href="/privacy" className="next">
        Read what becomes of your words
      </a>
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
