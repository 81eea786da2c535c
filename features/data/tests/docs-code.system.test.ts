// The code of this feature's recipes, put into the files that it names: a page with data, a form, SQLite, tests.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runNode } from '../../../tests/support/copy-project.ts'
import { documentedCode } from '../../../tests/support/documented-code.ts'
import { checkDocumented, ofAcme, prerenderDocumented } from '../../../tests/support/documented-site.ts'
import { start } from '../../../tests/support/process.ts'

/** The source of the documented site's data. */
const source = createServer((req, res) => {
  const { searchParams } = new URL(req.url ?? '', 'http://localhost')
  const title = `A job ${searchParams.get('place')}`
  res.end(JSON.stringify([{ slug: 'mason', title, hours: 38, salary: 52_000 }]))
})

/** The mail server for its messages, as in RFC 5321. */
let answerToSender = '250 ok'
const inbox: string[] = []
const mailServer = createSocketServer(socket => {
  const reply = (line: string) => socket.write(`${line}\r\n`)
  let message: string[] | undefined
  reply('220 mail.example')
  createInterface({ input: socket }).on('line', line => {
    if (message && line !== '.') message.push(line)
    else if (message) {
      inbox.push(message.join('\n'))
      message = undefined
      reply('250 ok')
    } else if (line === 'DATA') {
      message = []
      reply('354 go on')
    } else reply(line.startsWith('MAIL') ? answerToSender : '250 ok')
  })
})
const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

const written = { name: 'Jane <b>', email: 'jane@example.org', message: 'A shop.\nWith "quotes" & more.' }
const ownPage = { 'Sec-Fetch-Site': 'same-origin' }

describe('the code of this feature’s recipes, together with docs/recipes/,', ofAcme, () => {
  let folder: string
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    await once(source.listen(0, '127.0.0.1'), 'listening')
    await once(mailServer.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${portOf(source)}`
    const blocks = [...documentedCode('*', 'features/data'), ...documentedCode()]
    folder = await prerenderDocumented(
      blocks.map(block => ({ ...block, code: block.code.replace('https://jobs.example.com', url) })),
    )
    const env = { TRUST_PROXY: 'true', SMTP_URL: `smtp://127.0.0.1:${portOf(mailServer)}` }
    server = await start(folder, { env })
  })
  afterAll(() => {
    source.close()
    mailServer.close()
  })
  beforeEach(() => {
    answerToSender = '250 ok'
    inbox.length = 0
  })

  let visitors = 0
  /** Sends the form, by default from a new address each time. */
  const post = (
    fields: Record<string, string>,
    headers: HeadersInit = ownPage,
    from = `192.0.2.${++visitors}`,
    path = '/contact',
  ) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'X-Forwarded-For': from, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  test('passes type checks, the linter and its own tests', async () => {
    await checkDocumented(folder, 3)
  })

  test('shows a page’s data for its query live, and without a query in dist/', async () => {
    expect(await (await fetch(`${server.url}/jobs?place=Berlin`)).text()).toContain('>A job Berlin</a>')
    expect(readFileSync(join(folder, 'dist/jobs.html'), 'utf8')).toContain('>A job anywhere</a>')
  })

  test('shows the page and the data of a path with params, without private fields', async () => {
    const page = await (await fetch(`${server.url}/jobs/mason`)).text()
    expect(page).toContain('<h1>A job anywhere</h1>')
    expect(page).toContain('<p>38 hours a week</p>')
    const data = await (await fetch(`${server.url}/jobs/mason.json`)).json()
    expect(data.data).toEqual({ title: 'A job anywhere', hours: 38 })
    expect(page).not.toContain('52000')
    expect(readFileSync(join(folder, 'dist/jobs/mason.json'), 'utf8')).not.toContain('salary')
    expect((await fetch(`${server.url}/jobs/nobody`)).status).toBe(404)
  })

  test('reads the jobs from a SQLite file', async () => {
    expect(await runNode(folder, ['server/site/make-jobs.ts'])).toMatchObject({ code: 0 })
    const read =
      "import('./server/site/stored-jobs.ts').then(m => console.log(JSON.stringify(m.readStoredJobs('Bonn'))))"
    const { code, output } = await runNode(folder, ['-e', read])
    expect(code, output).toBe(0)
    expect(output).toContain('[{"slug":"mason","title":"Mason"}]')
  })

  test('delivers a message, and redirects to another page', async () => {
    const { status, headers } = await post(written)
    const location = headers.get('location')
    expect({ status, location }).toEqual({ status: 303, location: '/contact/sent' })
    const [message] = inbox
    expect(inbox).toHaveLength(1)
    expect(message).toContain('Reply-To: "Jane <b>" <jane@example.org>\n')
    expect(message).toContain(`\n\n${written.message}`)
  })

  test('says thank you on a page with noindex', async () => {
    const page = await (await fetch(`${server.url}/contact/sent`)).text()
    expect(page).toContain('<h1>Thank you</h1>')
    expect(page).toContain('<meta name="robots" content="noindex"/>')
  })

  test('shows the empty form as a static page', async () => {
    const response = await fetch(`${server.url}/contact`)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).not.toContain('page-data')
  })

  test.each<[status: number, string, headers: (own: string) => Record<string, string>]>([
    [303, 'from a browser without Sec-Fetch-Site', Origin => ({ Origin })],
    [403, 'from another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    [403, 'from another subdomain', Origin => ({ 'Sec-Fetch-Site': 'same-site', Origin })],
    [403, 'from another site in such a browser', () => ({ Origin: 'https://other.example' })],
    [403, 'without an origin', () => ({})],
  ])('responds with %i to a form %s', async (expected, _, headers) => {
    expect((await post(written, headers(server.url))).status).toBe(expected)
    expect(inbox).toHaveLength(expected === 303 ? 1 : 0)
  })

  test('marks every invalid field, and keeps the input', async () => {
    const response = await post({ name: written.name })
    const { status, headers } = response
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 422, cache: 'no-store' })
    const html = await response.text()
    for (const name of ['email', 'message']) expect(html).toContain(`id="${name}-problem"`)
    expect(html).toContain('value="Jane &lt;b&gt;"')
  })

  test('rejects a message that is too long', async () => {
    expect((await post({ ...written, message: 'x'.repeat(5001) })).status).toBe(422)
    expect((await post({ ...written, message: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('keeps the input if delivery fails, shows a mail address, and logs the reason without personal data', async () => {
    answerToSender = '451 busy'
    const response = await post(written)
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('With &quot;quotes&quot; &amp; more.</textarea>')
    expect(html).toMatch(/Please e-mail it to.* <a href="mailto:no-reply@example\.com\?body=A%20shop\.%0A/)
    await expect.poll(() => server.written.stderr).toMatch(/A message from \/contact .* 451 busy/)
    expect(server.written.stderr + JSON.stringify(server.logs)).not.toContain('jane@')
  })

  test('responds in German to the German form, and says thank you in German', async () => {
    const toGerman = (fields: Record<string, string>) =>
      post(fields, ownPage, `192.0.2.${++visitors}`, '/de/kontakt')
    const refused = await toGerman({ name: 'Jane' })
    expect({ status: refused.status, html: await refused.text() }).toEqual({
      status: 422,
      html: expect.stringMatching(/<html lang="de".*action="\/de\/kontakt".*Bitte prüfen Sie diese Adresse/s),
    })
    const { status, headers } = await toGerman(written)
    const location = headers.get('location')
    expect({ status, location }).toEqual({ status: 303, location: '/de/kontakt/gesendet' })
    expect(await (await fetch(server.url + location)).text()).toContain('<h1>Vielen Dank</h1>')
  })

  test('accepts twenty messages an hour from one address', async () => {
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await post(written, ownPage, '198.51.100.1')).status)
    expect(statuses).toEqual([...Array(20).fill(303), 429])
  })
})
