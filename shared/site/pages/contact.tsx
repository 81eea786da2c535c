import { CopyButton } from '../../ui/copy-button.tsx'
import { Prose } from '../../ui/prose.tsx'
import { company } from '../company.ts'
import drawing from '../drawings/contact.tsx'

export default function Contact() {
  const [user, host] = company.email.split('@')
  const address = (
    <span className="r-address">
      Write to us at{' '}
      <a href={`mailto:${company.email}`}>
        {/* A narrow screen breaks the line between these two. */}
        <span>{`${user}@`}</span>
        <span>{host}</span>
      </a>
    </span>
  )
  return (
    <Prose title="Contact" sentence={address} drawing={drawing}>
      <p>Three sentences are enough: what you have, what is missing, and by when.</p>
      <p>We use your address to answer you and for nothing else.</p>
      <CopyButton text={company.email} />
      <a href="/privacy" className="r-next">
        Read our privacy policy
      </a>
    </Prose>
  )
}
