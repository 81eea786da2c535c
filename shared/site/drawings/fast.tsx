import line from './card-line.tsx'

/** The arcs trail behind the ring as if it had just sped in. It has arrived complete, with all its content. */
export default (
  <>
    <path d="M-10-64a64 64 0 0 0 0 128M-26-64a64 64 0 0 0 0 128M-50-64a64 64 0 0 0 0 128M-82-64a64 64 0 0 0 0 128" />
    {line}
    <path d="M-34-8h68M-34 8h68M-34 24h44" />
    <path className="r-solid" d="M-34-26h68" />
    <circle className="r-team" cx="112" r="9" />
  </>
)
