import line from './card-line.tsx'

/** The first sketch: a pair of compasses draws the line around the data. */
export default (
  <>
    <path className="path" d="M-64-78v156M64-78v156M-110-64h220M-110 64h220M0-78v156" />
    {line}
    <path className="data" d="M-15-45h31M-30-30h61M-45-15h91M-45 0h91M-45 15h91M-30 30h61M-15 45h31" />
    <circle className="team" cx="45.3" cy="-45.3" r="9" />
  </>
)
