import '../styles/hero.css'
import '../styles/tiles.css'
import '../styles/cards.css'
import '../styles/ending.css'
import { Headline } from '../../ui/headline.tsx'
import { company } from '../company.ts'
import behaving from '../drawings/behaving.tsx'
import ending from '../drawings/ending.tsx'
import fast from '../drawings/fast.tsx'
import systems from '../drawings/home.tsx'
import secure from '../drawings/secure.tsx'
import { CardDrawing, HeroDrawing } from '../ui/drawing.tsx'

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
  { title: '99.95% uptime', text: 'Software that is there when your customers are.' },
]

const cards = [
  {
    drawing: fast,
    title: 'Fast by default',
    text: 'Pages that arrive complete and answer at once, on a train as well as on fibre. Speed is designed in from the first commit, and measured on every one after it.',
    check: 'Check the size of this page',
    how: `In a new tab, open your browser’s developer tools, choose Network, and load this page. Words, styles and drawings are one answer of less than 14 kB: our build refuses a larger one. Beside it you see the typeface, the icon and no script. Scripts come when you use the page, so move the mouse over it.`,
  },
  {
    drawing: secure,
    title: 'Secure foundations',
    text: (
      <>
        <strong>Privacy by design</strong>, with <strong>GDPR</strong> and <strong>HIPAA</strong> compliance
        kept in mind from the first sketch. We collect what the job needs and nothing else.
      </>
    ),
    check: 'Check it for cookies',
    how: (
      <>
        In the same tools, under Storage or Application: there are none. What we promise is in our{' '}
        <a href="/privacy#check">privacy policy</a>, and how to see each promise kept.
      </>
    ),
  },
  {
    drawing: behaving,
    title: 'Apps that behave',
    text: 'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
    check: 'Check it without scripts',
    how: 'Switch scripts off in your browser: the menu still opens. Put the mouse away, zoom to 400%: all of it is within reach.',
  },
]

export default function Home() {
  return (
    <>
      <section className="hero">
        <p className="badge">Our site is now live</p>
        <Headline>{company.tagline}</Headline>
        <div className="hero-words">
          <p className="lead">
            We build data-driven software for small and medium businesses and for consumers. Your data stays
            with you, and you can leave whenever you like.
          </p>
          <div className="actions">
            <a href="/contact" className="r-button r-button-primary">
              Talk to us
            </a>{' '}
            <a href="/about" className="r-button">
              Learn more <span className="r-visually-hidden">about us</span>
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
        {cards.map(({ drawing, title, text, check, how }) => (
          <article key={title} className="card">
            <CardDrawing>{drawing}</CardDrawing>
            <h2>{title}</h2>
            <p>{text}</p>
            <details>
              <summary>{check}</summary>
              <p>{how}</p>
            </details>
          </article>
        ))}
      </section>
      <section className="ending">
        <h2 className="r-display">We are done when you no longer need us.</h2>
        <div className="ending-ring">
          <HeroDrawing>{ending}</HeroDrawing>
          <a href="/contact">Talk to us</a>
        </div>
        <a className="for-paper" href={`mailto:${company.email}`}>
          {company.email}
        </a>
      </section>
    </>
  )
}
