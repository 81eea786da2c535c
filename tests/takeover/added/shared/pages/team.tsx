import { pages } from '../pages.ts'
import { Prose } from '../ui/prose.tsx'

export function Team() {
  return (
    <Prose title="Team" next={pages.contact}>
      <p>Drei Generationen, eine Werkstatt.</p>
      <h2>Rückruf</h2>
      <form action="/kontakt">
        <p>
          <label htmlFor="phone">Ihre Telefonnummer</label>
          <input id="phone" name="phone" type="tel" autoComplete="tel" required />
        </p>
        <p>
          <button type="submit" className="button">
            Um Rückruf bitten
          </button>
        </p>
      </form>
    </Prose>
  )
}
