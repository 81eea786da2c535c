import { Prose } from '../../ui/prose.tsx'
import drawing from '../drawings/privacy.tsx'

/** What a visitor can do to see a promise kept. */
const checks = [
  {
    promise: 'No cookies',
    check:
      'Open your browser’s developer tools, and there Application or Storage. The list of cookies is empty.',
  },
  {
    promise: 'No third parties',
    check:
      'In the same tools choose Network, and reload. Every request goes to the address in your address bar.',
  },
  {
    promise: 'No profile',
    check: 'Switch scripts off, and go on reading. Nothing is missing, because nothing was counting.',
  },
]

const Checks = () => (
  <>
    <h2 id="check">See for yourself</h2>
    <ul className="r-columns">
      {checks.map(({ promise, check }) => (
        <li key={promise}>
          <h3>{promise}</h3>
          <p>{check}</p>
        </li>
      ))}
    </ul>
  </>
)

export default function Privacy() {
  return (
    <Prose
      title="Privacy Policy"
      sentence="We do not know who you are, and we do not try to find out."
      drawing={drawing}
      below={<Checks />}
    >
      <p>This site sets no cookies, loads nothing from third parties and keeps no profile of you.</p>
      <p>
        Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you
        and for nothing else.
      </p>
      <a href="/contact" className="r-next">
        Ask us about your data
      </a>
    </Prose>
  )
}
