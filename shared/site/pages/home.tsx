import { CardDrawing, HeroDrawing } from '../../ui/drawing.tsx'
import { company } from '../company.ts'
import behaving from '../drawings/behaving.tsx'
import fast from '../drawings/fast.tsx'
import systems from '../drawings/home.tsx'
import secure from '../drawings/secure.tsx'

const tiles = [
  {
    title: 'Your data stays with you',
    text: 'What we build runs where you decide, on accounts that you own.',
  },
  {
    title: 'No vendor lock-in',
    text: 'Open formats and documented hand-overs, so that changing your mind costs nothing.',
  },
  { title: 'Never sold', text: 'Your data is never sold to anyone, whether anonymised or not.' },
  {
    title: (
      <>
        <b className="figure">99.95%</b> uptime
      </>
    ),
    text: 'Software that is there when your customers are.',
  },
]

const cards = [
  {
    drawing: fast,
    title: 'Fast by default',
    text: 'Pages that arrive complete and answer at once, on a train as well as on fibre. Speed is designed in from the first commit, and measured on every one after it.',
  },
  {
    drawing: secure,
    title: 'Secure foundations',
    text: 'Privacy by design, with GDPR and HIPAA compliance kept in mind from the first sketch. We collect what the job needs and nothing else.',
  },
  {
    drawing: behaving,
    title: 'Apps that behave',
    text: 'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
  },
]

export default function Home() {
  return (
    <>
      <section className="hero">
        <p className="badge">Our site is now live</p>
        <h1>{company.tagline}</h1>
        <div className="hero-words">
          <p className="lead">
            We build data-driven software for small and medium businesses and for consumers. Your data stays
            with you, and you can leave whenever you like.
          </p>
          <a className="for-paper" href={`mailto:${company.email}`}>
            {company.email}
          </a>
          <div className="actions">
            <a href="/contact" className="button button-primary">
              Talk to us
            </a>{' '}
            <a href="/about" className="button">
              Learn more <span className="visually-hidden">about us</span>
            </a>
          </div>
        </div>
        <HeroDrawing>{systems}</HeroDrawing>
      </section>
      <section className="tiles" aria-label="Highlights">
        {tiles.map(({ title, text }) => (
          <div key={text} className="tile">
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
      <section className="cards" aria-label="Features">
        {cards.map(({ drawing, title, text }) => (
          <article key={title} className="card">
            <CardDrawing>{drawing}</CardDrawing>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        ))}
      </section>
    </>
  )
}
