import { Prose } from '../../ui/prose.tsx'
import { labels } from '../company.ts'
import drawing from '../drawings/not-found.tsx'
import { pages } from '../pages.ts'

const { about, contact, privacy } = pages

const Elsewhere = () => (
  <ul className="columns">
    {[about, contact, privacy].map(({ path, label, description }) => (
      <li key={path}>
        <h2>
          <a href={path}>{label}</a>
        </h2>
        <p>{description}</p>
      </li>
    ))}
  </ul>
)

export default function NotFound() {
  const { notFound } = labels
  return (
    <Prose title={notFound.label} sentence={notFound.description} drawing={drawing} below={<Elsewhere />}>
      <p>
        Perhaps a letter is missing, or the page has gone. If one of our own links has led you here,{' '}
        <a href="/contact">tell us</a>, and we mend it.
      </p>
      <a href="/" className="next">
        {notFound.link}
      </a>
    </Prose>
  )
}
