import { useSite } from '../../site.ts'
import { Prose } from '../../ui/prose.tsx'
import drawing from '../drawings/not-found.tsx'

const elsewhere = [
  { path: '/about', label: 'About', text: 'The people who would build it with you.' },
  { path: '/contact', label: 'Contact', text: 'Where to write, and what to tell us.' },
  { path: '/privacy', label: 'Privacy', text: 'What we know about you, which is little.' },
]

const Elsewhere = () => (
  <ul className="r-columns">
    {elsewhere.map(({ path, label, text }) => (
      <li key={path}>
        <h2>
          <a href={path}>{label}</a>
        </h2>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)

export default function NotFound() {
  const { home, messages } = useSite()
  const { notFound } = messages
  return (
    <Prose title={notFound.label} sentence={notFound.description} drawing={drawing} below={<Elsewhere />}>
      <p>
        Perhaps a letter is missing, or the page has gone. If one of our own links has led you here,{' '}
        <a href="/contact">tell us</a>, and we’ll fix it.
      </p>
      <a href={home} className="r-next">
        {notFound.link}
      </a>
    </Prose>
  )
}
