import { Picture } from '../ui/picture.tsx'
import { Prose } from '../ui/prose.tsx'
import stock from './lager.png'

export default function Services() {
  return (
    <Prose title="Leistungen">
      <p>Wir bauen Warenwirtschaft, die zu Ihrem Lager passt, und nicht umgekehrt.</p>
      <h2>Was Sie bekommen</h2>
      <ul>
        <li>Eine Bestandsaufnahme vor Ort</li>
        <li>
          Eine Anwendung, die Ihnen <strong>gehört</strong>
        </li>
      </ul>
      <h3>In dieser Reihenfolge</h3>
      <ol>
        <li>Zuhören</li>
        <li>Bauen</li>
        <li>Übergeben</li>
      </ol>
      <Picture src={stock} alt="" width={320} />
      <h2>Was es kostet</h2>
      <table>
        <caption>Preise ohne Mehrwertsteuer</caption>
        <thead>
          <tr>
            <th scope="col">Leistung</th>
            <th scope="col">Tagessatz</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Bestandsaufnahme</th>
            <td>800 €</td>
          </tr>
          <tr>
            <th scope="row">Entwicklung</th>
            <td>950 €</td>
          </tr>
        </tbody>
      </table>
      <a href="/ueber-uns/team" className="next">
        Lernen Sie uns kennen
      </a>
    </Prose>
  )
}
