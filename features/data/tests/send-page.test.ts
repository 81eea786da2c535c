// sendPage: an endpoint sends a page with its own data, such as a form with a mistake as a 422, with no-store.
import { Router } from 'express'
import { describe, expect, test, vi } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'

const { log, linesOf } = createLogLines()

describe('sendPage', () => {
  const written = { name: 'Ada </script>', email: 'ada', message: 'Guten Tag' }
  const body = new URLSearchParams(written)
  const ownPage = { 'Sec-Fetch-Site': 'same-origin' }

  test('sends the page with the endpoint’s data embedded for the browser, and with no-store', async () => {
    await using server = await listen(await siteOf())
    const options = { method: 'POST', headers: ownPage, body }
    const response = await fetch(`${server.url}/anfrage?von=start`, options)
    expect({ status: response.status, cache: response.headers.get('cache-control') }).toEqual({
      status: 422,
      cache: 'no-store',
    })
    const html = await response.text()
    const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      query: '?von=start',
      head: { path: '/anfrage', title: `Ihr Vorhaben | Müller & Söhne "D'r <Hof>"` },
      data: { written, problems: { email: 'Bitte prüfen Sie die Adresse.' } },
    })
  })

  test.each(['/anfrage/', '/Anfrage'])('sends a page from an endpoint at %s', async path => {
    const endpoints: typeof testEndpoints = (app, { sendPage }) => {
      const router = Router()
      router.put('/', (req, res) =>
        sendPage(req, res, 'enquiry' as never, { data: { written: {}, problems: {} } }),
      )
      app.use('/anfrage', router)
    }
    vi.stubGlobal('testEndpoints', endpoints)
    await using server = await listen(await siteOf())
    const { status, body: html } = await request(server.url + path, { method: 'PUT' })
    expect({ status, html: String(html) }).toEqual({
      status: 200,
      html: expect.stringContaining('"path":"/anfrage"'),
    })
  })

  test('fails with a 500 at a path other than the page’s, and logs why', async () => {
    const endpoints: typeof testEndpoints = (app, { sendPage }) =>
      app.get('/api/page', (req, res) =>
        sendPage(req, res, 'enquiry' as never, { data: { written: {}, problems: {} } }),
      )
    vi.stubGlobal('testEndpoints', endpoints)
    await using server = await listen(await siteOf({ log }))
    const { status, headers } = await request(`${server.url}/api/page`)
    expect(status).toBe(500)
    expect(await linesOf(headers['x-request-id'])).toMatchObject([
      { level: 50, err: { message: 'sendPage: /api/page is not the path of the page enquiry' } },
      { status: 500 },
    ])
  })
})

test('sendPage without a status responds with 200 and no-store, and with the endpoint’s title and description', async () => {
  const endpoints: typeof testEndpoints = (app, { sendPage }) =>
    app.put('/anfrage', (req, res) =>
      sendPage(req, res, 'enquiry' as never, {
        data: { written: {}, problems: {} },
        head: { title: 'Fast geschafft', description: 'Es fehlt nur noch eine Adresse.' },
      }),
    )
  vi.stubGlobal('testEndpoints', endpoints)
  await using server = await listen(await siteOf())
  const { status, headers, body } = await request(`${server.url}/anfrage`, { method: 'PUT' })
  const document = documentOf(body)
  expect({
    status,
    cache: headers['cache-control'],
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
  }).toEqual({
    status: 200,
    cache: 'no-store',
    title: `Fast geschafft | Müller & Söhne "D'r <Hof>"`,
    description: 'Es fehlt nur noch eine Adresse.',
  })
})
