import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { bodiesOf, readAssets, tableOf } from '../../server/assets.ts'
import { readFiles } from '../../server/files.ts'
import { createSecurity } from '../../server/headers.ts'
import { createPageStream } from '../../server/page-stream.ts'
import { createSitePages } from '../../server/site-pages.tsx'
import { Document } from '../../shared/document.tsx'
import { site } from '../../shared/site.ts'

// What the site is measured against: the least that it takes for the same response to GET /.
const [floor = '', root = ''] = process.argv.slice(2)

const floors: Record<string, () => RequestListener | Promise<RequestListener>> = { ready, stream }
createServer(await floors[floor]?.()).listen(Number(process.env.PORT), '127.0.0.1')

/** The prerendered page by Express, with the site's own headers, from buffers. */
function ready(): RequestListener {
  const { document } = createSecurity(readAssets(join(root, 'build')), 'host')
  const page = readFiles(join(root, 'dist')).get('/index.html')
  if (!page) throw new Error('dist/ has no index.html')
  const { identity, br = identity } = page.bodies
  const headers = Object.entries({ ...page.headers, ...document, Vary: 'Accept-Encoding' }).flat()
  const variant = (body: Buffer, ...more: string[]) => ({
    body,
    list: headers.concat(more, 'ETag', '"0123456789abcdef"', 'Content-Length', String(body.length)),
  })
  const plain = variant(identity, 'Accept-Ranges', 'bytes')
  const brotli = variant(br, 'Accept-Ranges', 'bytes', 'Content-Encoding', 'br')
  const app = express().disable('x-powered-by')
  return app.get('/', (req, res) => {
    const { body, list } = req.headers['accept-encoding'] === 'br' ? brotli : plain
    res.writeHead(200, list.concat('X-Request-Id', randomUUID())).end(body)
  })
}

/** React's stream of the same tree with StaticRouter around it, uncompressed. */
async function stream(): Promise<RequestListener> {
  const build = join(root, 'build')
  const assets = readAssets(build)
  const table = tableOf(assets)
  const { origin } = site
  const home = (await createSitePages({ table, assets, origin, body: bodiesOf(build) })).at('/')?.fixed
  if (!home) throw new Error('the table has no page at /')
  const security = createSecurity(assets, 'host').document
  const type = { 'Content-Type': 'text/html; charset=utf-8', 'X-Request-Id': randomUUID() }
  return (_req, res) => {
    const onShellReady = () => {
      res.writeHead(200, { ...type, ...security })
      pipe(createPageStream(res, home.head))
    }
    const element = (
      <StaticRouter location="/">
        <Document origin={origin} menus={table.menus} page={home.words}>
          {home.content}
        </Document>
      </StaticRouter>
    )
    const { pipe } = renderToPipeableStream(element, { onShellReady })
  }
}
