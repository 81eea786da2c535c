import { type Assets, tableOf } from '../../server/assets.ts'
import { createHead } from '../../server/head.ts'
import { createRenderer } from '../../server/render.tsx'
import { company, notFound } from '../../shared/company.ts'
import { Picture } from '../../shared/ui/picture.tsx'
import { Prose } from '../../shared/ui/prose.tsx'
import { Table } from '../../shared/ui/table.tsx'
import evening from './evening.jpg'

/** A page with all that a page may hold, in the style of a build. It has no script, because it is in no table. */
export function renderWords(assets: Assets): Promise<Buffer> {
  const render = createRenderer({ origin: company.origin, menus: tableOf(assets).menus })
  const head = createHead(assets, company.origin)({})
  const page = { status: 200, path: '/words', facts: notFound, content: <Words />, head }
  return render(page, new AbortController().signal)
}

const Words = () => (
  <Prose title="Words">
    <p>A page begins with a sentence that says what it is about, in somewhat larger letters than the rest.</p>
    <p>
      The rest follows in paragraphs. They hold <strong>strong words</strong>, <em>stressed words</em>,{' '}
      <a href="/">links</a>, <code>code</code>, <kbd>Ctrl</kbd> keys, <mark>marked words</mark>, H<sub>2</sub>
      O and 10<sup>3</sup>, <abbr title="World Wide Web">WWW</abbr>, <small>small print</small>, and long
      words such as Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz.
    </p>

    <h2 id="lists">Lists, which more than one line of a heading may announce</h2>
    <p>What comes in no order:</p>
    <ul>
      <li>A point that is made in a few words</li>
      <li>
        A point that needs more of them, so that its second line shows how the words stand under each other
        <ul>
          <li>A point within</li>
          <li>Another one</li>
        </ul>
      </li>
      <li>
        A point that leads <a href="/">elsewhere</a>
      </li>
    </ul>
    <h3>Numbered lists</h3>
    <ol>
      <li>Listen</li>
      <li>
        Build
        <ol>
          <li>Small</li>
          <li>Often</li>
        </ol>
      </li>
      <li>Hand over</li>
    </ol>
    <h3>Definitions</h3>
    <dl>
      <dt>Response</dt>
      <dd>What a server sends for a request. It has a status, headers and a body.</dd>
      <dt>Cache</dt>
      <dd>Keeps a response for the next request.</dd>
    </dl>

    <h2>Tables</h2>
    <Table caption="What a week costs, without tax">
      <thead>
        <tr>
          <th scope="col">Team</th>
          <th scope="col">Engineers</th>
          <th scope="col">Designers</th>
          <th scope="col">Hours</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Small</th>
          <td>1</td>
          <td>0</td>
          <td>36</td>
          <td>4,200 €</td>
        </tr>
        <tr>
          <th scope="row">Middling</th>
          <td>2</td>
          <td>1</td>
          <td>108</td>
          <td>11,900 €</td>
        </tr>
        <tr>
          <th scope="row">Large</th>
          <td>4</td>
          <td>2</td>
          <td>216</td>
          <td>22,500 €</td>
        </tr>
      </tbody>
    </Table>
    <table>
      <caption>A plain table</caption>
      <tbody>
        <tr>
          <th scope="row">Monday</th>
          <td>9 to 17</td>
        </tr>
        <tr>
          <th scope="row">Tuesday</th>
          <td>10 to 18</td>
        </tr>
      </tbody>
    </table>

    <h2>Quotations and code</h2>
    <blockquote>
      <p>They left, and everything went on. That is what we had paid them for.</p>
      <footer>
        <cite>A customer, last year</cite>
      </footer>
    </blockquote>
    <pre>
      <code>{`app.get('/api/status', (req, res) => {
  res.json({ status: 'a line of code that is somewhat longer than the column in which it stands' })
})`}</code>
    </pre>

    <h2>Pictures</h2>
    <figure>
      <Picture src={evening} alt="Hills before an evening sky" />
      <figcaption>An evening in the hills. A caption says what the picture does not show.</figcaption>
    </figure>
    <Picture src={evening} alt="The same hills, small" width={240} loading="eager" />
    <video controls preload="none" poster={evening.src} width="800" height="500">
      <track kind="captions" srcLang="en" label="English" src="/tour.vtt" />
    </video>
    <hr />

    <h2>Questions</h2>
    <details>
      <summary>Do you work on Fridays?</summary>
      <p>We do, until noon.</p>
    </details>
    <details open>
      <summary>Where does our data go?</summary>
      <p>Nowhere. It stays with you, on machines that you own.</p>
      <p>We work there, too.</p>
    </details>

    <h2>A form</h2>
    <form>
      <label>
        Name
        <input type="text" name="name" autoComplete="name" placeholder="Ada Lovelace" required />
      </label>
      <label>
        E-mail
        <input
          type="email"
          name="email"
          defaultValue="ada.example.com"
          aria-invalid
          aria-describedby="problem"
        />
        <small id="problem">Write an address with an @.</small>
      </label>
      <p>
        <label htmlFor="size">Size of the team</label>
        <select id="size" name="size">
          <option>One person</option>
          <option>Two to five</option>
        </select>
      </p>
      <label>
        Message <small>At most a page.</small>
        <textarea name="message" rows={4} />
      </label>
      <fieldset>
        <legend>When may we call?</legend>
        <label>
          <input type="checkbox" name="morning" defaultChecked />
          In the morning, before the first meeting of the day, which for most of us begins at half past nine
        </label>
        <label>
          <input type="checkbox" name="evening" />
          In the evening
        </label>
      </fieldset>
      <fieldset>
        <legend>How often?</legend>
        <label>
          <input type="radio" name="often" defaultChecked />
          Once
        </label>
        <label>
          <input type="radio" name="often" />
          Every week
        </label>
      </fieldset>
      <label>
        Customer number
        <input type="text" name="number" disabled defaultValue="1815" />
      </label>
      <div className="actions">
        <button type="submit" className="button button-primary">
          Send
        </button>
        <button type="button" className="button">
          Cancel
        </button>
        <button type="button" className="button" disabled>
          Not yet
        </button>
      </div>
    </form>
  </Prose>
)
