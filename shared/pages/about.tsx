import { site } from '../site.ts'
import { Prose } from '../ui/prose.tsx'

export default function About() {
  return (
    <Prose title="About" next={{ path: '/contact', label: 'Contact' }} drawing={<Team />}>
      <p>{`${site.name} is an on-demand development team. We join you for as long as there is something worth building, and hand everything over when it is done.`}</p>
      <p>
        We work with small and medium businesses, and with people who have an idea for a product of their own.
        Most of what we build has data at its heart: collecting it carefully, keeping it safe, and turning it
        into decisions.
      </p>
    </Prose>
  )
}

/** One of us is inside, and one is on the way out. */
const Team = () => (
  <>
    <path className="path" d="M2 120h300" />
    <circle className="team" cx="82" cy="120" r="11" />
    <circle className="team" cx="276" cy="120" r="11" />
  </>
)
