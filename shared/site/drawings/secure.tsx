import line from './card-line.tsx'

/** A first sketch, with dotted guide lines: a team member draws the line around the data. */
export default (
  <>
    <path className="r-path" d="M-64-78v156M64-78v156M-120-64h240M-120 64h240" />
    {line}
    <path className="r-data" d="M-15-45h31M-30-30h61M-45-15h91M-45 0h91M-45 15h91M-30 30h61M-15 45h31" />
    <circle className="r-team" cx="45.3" cy="-45.3" r="9" />
  </>
)
