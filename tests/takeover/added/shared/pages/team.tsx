import { Picture } from '../ui/picture.tsx'
import { Prose } from '../ui/prose.tsx'
import workshop from './werkstatt.jpg'

export default function Team() {
  return (
    <Prose title="Team">
      <p>Drei Generationen, eine Werkstatt.</p>
      <figure>
        <Picture src={workshop} alt="Die Werkstatt im Abendlicht" loading="eager" />
        <figcaption>Unsere Werkstatt in Köln</figcaption>
      </figure>
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
      <a href="/kontakt" className="next">
        Schreiben Sie uns
      </a>
    </Prose>
  )
}
