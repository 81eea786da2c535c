import { Prose } from '../../ui/prose.tsx'
import { company } from '../company.ts'
import drawing from '../drawings/about.tsx'

export default function About() {
  return (
    <Prose title="About" sentence="We build it with you, and leave it with you." drawing={drawing}>
      <p>{`${company.name} is an on-demand development team. We join you for as long as there is something worth building, and hand everything over when it is done.`}</p>
      <p>
        We work with small and medium businesses, and with people who have an idea for a product of their own.
        Most of what we build has data at its heart: collecting it carefully, keeping it safe, and turning it
        into decisions.
      </p>
      <a href="/contact" className="r-next">
        Tell us what is worth building
      </a>
    </Prose>
  )
}
