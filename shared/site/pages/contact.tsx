import { CopyButton } from '../../ui/copy-button.tsx'
import { Prose } from '../../ui/prose.tsx'
import { company } from '../company.ts'
import drawing from '../drawings/contact.tsx'

export default function Contact() {
  const [user, host] = company.email.split('@')
  return (
    <Prose
      title="Contact"
      statement={
        <p className="address">
          Write to us at{' '}
          <a href={`mailto:${company.email}`}>
            <span>{`${user}@`}</span>
            <span>{host}</span>
          </a>
        </p>
      }
      drawing={drawing}
    >
      <CopyButton text={company.email} />
      <a href="/privacy" className="next">
        Read our privacy policy
      </a>
    </Prose>
  )
}
