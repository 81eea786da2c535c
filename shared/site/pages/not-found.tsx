import { Prose } from '../../ui/prose.tsx'
import { labels } from '../company.ts'

export default function NotFound() {
  const { notFound } = labels
  return (
    <Prose title={notFound.label} drawing={<Nothing />}>
      <p className="statement">{notFound.description}</p>
      <a href="/" className="next">
        {notFound.link}
      </a>
    </Prose>
  )
}

const Nothing = () => <path className="data" d="M75 60h90v120h-90zM75 90h90" />
