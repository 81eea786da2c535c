import { Prose } from '../../ui/prose.tsx'
import drawing from '../drawings/privacy.tsx'

export default function Privacy() {
  return (
    <Prose title="Privacy Policy" drawing={drawing}>
      <p>This site sets no cookies, loads nothing from third parties and keeps no profile of you.</p>
      <p>
        Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you
        and for nothing else.
      </p>
      <a href="/contact" className="next">
        Ask us about your data
      </a>
    </Prose>
  )
}
