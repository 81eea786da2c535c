import line from './card-line.tsx'

/** The ring where it was a moment ago, and before that; then it is there, and all that it holds. */
export default (
  <>
    {line}
    <path d="M-12-64a64 64 0 0 0 0 128M-30-64a64 64 0 0 0 0 128M-56-64a64 64 0 0 0 0 128M-92-64a64 64 0 0 0 0 128" />
    <path d="M-34-8h68M-34 8h68M-34 24h44" />
    <path className="solid" d="M-34-26h68" />
    <circle className="team" cx="112" r="9" />
  </>
)
