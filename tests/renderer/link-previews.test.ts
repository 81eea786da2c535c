// What a messenger or a network shows of a link: https://ogp.me, and the summary card of X.
import { join } from 'node:path'
import supertest from 'supertest'
import { afterAll, expect, test } from 'vitest'
import { readFiles } from '../../server/http/files.ts'
import { ask } from '../support/ask.ts'
import { documentOf } from '../support/document-of.ts'
import { build, listen, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'
import { siteOfValues } from '../support/value-site.tsx'

const { log } = createLogLines()
const live = supertest(await siteOf())
const server = await listen(
  await siteOfValues(
    {
      brazil: { path: '/brasil', lang: 'pt-BR' },
      taiwan: { path: '/taiwan', lang: 'zh-Hant-TW' },
      job: { path: '/jobs/:slug', load: () => ({ data: 1, head: { title: 'Mason' } }) },
    },
    log,
  ),
)
afterAll(() => server.close())

/** The properties of a link preview, in no order; of a name that stands twice, the last. */
function previewIn(html: string) {
  const document = documentOf(html)
  const tags = [...document.querySelectorAll('meta[property], meta[name^="twitter:"]')]
  return Object.fromEntries(
    tags.map(tag => [tag.getAttribute('property') ?? tag.getAttribute('name'), tag.getAttribute('content')]),
  )
}

test('the link preview of a post has its words, its address, and a large picture with its size', async () => {
  const { text } = await live.get('/blog/hof-im-schnee').expect(200)
  const title = 'Der Hof im Schnee: ein Bericht'
  expect(previewIn(text)).toEqual({
    'og:type': 'website',
    'og:site_name': `Müller & Söhne "D'r <Hof>"`,
    'og:url': 'https://mueller-u-soehne.example/blog/hof-im-schnee',
    'og:title': `${title} | Müller & Söhne "D'r <Hof>"`,
    'og:description':
      'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
    'og:image': 'https://mueller-u-soehne.example/og/blog/hof-im-schnee.md.png',
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `Müller & Söhne "D'r <Hof>": ${title}`,
    'twitter:card': 'summary_large_image',
  })
})

test('the picture of a link preview is there, and as large as it says', async () => {
  const { body } = await live
    .get('/og/blog/hof-im-schnee.md.png')
    .expect(200)
    .expect('Content-Type', 'image/png')
  // https://www.w3.org/TR/png-3/#11IHDR
  expect({ width: body.readUInt32BE(16), height: body.readUInt32BE(20) }).toEqual({
    width: 1200,
    height: 630,
  })
})

test.each([
  { lang: 'pt-BR', path: '/brasil', locale: 'pt_BR' },
  { lang: 'zh-Hant-TW', path: '/taiwan', locale: 'zh_Hant_TW' },
])('the link preview of a page in $lang has the locale $locale', async ({ path, locale }) => {
  expect(previewIn(String((await ask(server.url + path)).body))).toMatchObject({ 'og:locale': locale })
})

test('the link preview of a page of a path with parts has its own address and title, and the picture of its row', async () => {
  expect(previewIn(String((await ask(`${server.url}/jobs/mason`)).body))).toMatchObject({
    'og:url': 'https://firm.example/jobs/mason',
    'og:title': 'Mason | Firm & Co',
    'og:image': 'https://firm.example/og/job.png',
    'og:image:alt': 'Firm & Co: The page job',
  })
})

test('a page that is not there has no link preview', async () => {
  const { text } = await live.get('/nichts').expect(404)
  expect(previewIn(text)).toEqual({})
})

test('link previews stay on the disk, and a small file beside them is kept in memory', () => {
  const files = readFiles(join(build, 'public'), {})
  const bodyOf = (path: string) => files.get(path)?.bodies.identity
  expect(bodyOf('/og/home.png')).toMatchObject({ file: join(build, 'public/og/home.png') })
  expect(bodyOf('/favicon.ico')).toBeInstanceOf(Buffer)
})
