import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter, useRoutes } from 'react-router'
import { readAssets } from '../../server/assets.ts'
import { readFiles } from '../../server/files.ts'
import { createHead } from '../../server/head.ts'
import { createSecurity } from '../../server/headers.ts'
import { createPageStream } from '../../server/page-stream.ts'
import { createRoutes } from '../../shared/routes.tsx'
import { site } from '../../shared/site.ts'

// What the site is measured against: the least that it takes for the same response to GET /.
const [floor = '', root = ''] = process.argv.slice(2)

const floors: Record<string, () => RequestListener> = { ready, stream }
createServer(floors[floor]?.()).listen(Number(process.env.PORT), '127.0.0.1')

/** The prerendered page by Express, with the site's own headers, from buffers. */
function ready(): RequestListener {
  const { document } = createSecurity(readAssets(join(root, 'build')), 'host')
  const page = readFiles(join(root, 'dist')).get('/')
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
function stream(): RequestListener {
  const assets = readAssets(join(root, 'build'))
  const head = createHead(assets, site.origin)
  const routes = createRoutes({ origin: site.origin })
  const security = createSecurity(assets, 'host').document
  const type = { 'Content-Type': 'text/html; charset=utf-8', 'X-Request-Id': randomUUID() }
  const Matched = () => useRoutes(routes)
  return ({ url = '/' }, res) => {
    const onShellReady = () => {
      res.writeHead(200, { ...type, ...security })
      pipe(createPageStream(res, head(url)))
    }
    const element = (
      <StaticRouter location={url}>
        <Matched />
      </StaticRouter>
    )
    const { pipe } = renderToPipeableStream(element, { onShellReady })
  }
}
