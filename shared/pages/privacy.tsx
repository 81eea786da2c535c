import { Prose } from '../ui/prose.tsx'

export default function Privacy() {
  return (
    <Prose title="Privacy Policy" drawing={<Data />}>
      <p>This site sets no cookies, loads nothing from third parties and keeps no profile of you.</p>
      <p>
        Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you
        and for nothing else.
      </p>
      <a href="/contact" className="next">
        Ask us anything about your data
      </a>
    </Prose>
  )
}

/** All of it inside. */
const Data = () => (
  <path
    className="data"
    d="M90 30h61M60 45h121M45 60h151M45 75h151M30 90h181M30 105h181M30 120h181M30 135h181M30 150h181M45 165h151M45 180h151M60 195h121M90 210h61"
  />
)
