import { Prose } from '../ui/prose.tsx'

export default function Privacy() {
  return (
    <Prose title="Privacy Policy" next={{ path: '/contact', label: 'Contact' }} drawing={<Data />}>
      <p>This site sets no cookies, loads nothing from third parties and keeps no profile of you.</p>
      <p>
        Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you
        and for nothing else.
      </p>
    </Prose>
  )
}

/** All of it inside. */
const Data = () => (
  <path className="data" d="M78 78h100M78 92h100M78 106h100M78 120h100M78 134h100M78 148h100M78 162h100" />
)
