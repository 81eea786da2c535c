import { site } from '../site.ts'
import { Prose } from '../ui/prose.tsx'

export default function About() {
  return (
    <Prose title="About" drawing={<Team />}>
      <p>{`${site.name} is an on-demand development team. We join you for as long as there is something worth building, and hand everything over when it is done.`}</p>
      <p>
        We work with small and medium businesses, and with people who have an idea for a product of their own.
        Most of what we build has data at its heart: collecting it carefully, keeping it safe, and turning it
        into decisions.
      </p>
      <a href="/contact" className="next">
        Tell us what is worth building
      </a>
    </Prose>
  )
}

/** Data that becomes decisions, kept inside. One of us is at work on it, and one is on the way out. */
const Team = () => (
  <>
    <path className="path" d="M-4 164h310" />
    <path className="data" d="M62 146h1M77 131v16M92 116v31M107 101v46" />
    <path className="solid" d="M132 150V86M152 150V68M172 150V44" />
    <circle className="team" cx="120" cy="164" r="11" />
    <circle className="team" cx="276" cy="164" r="11" />
  </>
)
