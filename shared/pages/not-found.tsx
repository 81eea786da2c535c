import { notFound } from '../company.ts'
import { Prose } from '../ui/prose.tsx'

export default function NotFound() {
  return (
    <Prose title={notFound.label} drawing={<Nothing />}>
      <p className="statement">{notFound.description}</p>
      <a href="/" className="next">
        Go to the home page
      </a>
    </Prose>
  )
}

const Nothing = () => <path className="data" d="M75 60h90v120h-90zM75 90h90" />
