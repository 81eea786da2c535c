import { company } from '../company.ts'
import drawing from '../drawings/contact.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Prose } from '../ui/prose.tsx'

export default function Contact() {
  return (
    <Prose
      title="Contact"
      statement={
        <p className="address">
          Write to us at <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
      }
      drawing={drawing}
    >
      <CopyButton text={company.email} />
      <a href="/privacy" className="next">
        Read what becomes of your words
      </a>
    </Prose>
  )
}
