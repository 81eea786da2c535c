import { readFileSync } from 'node:fs'
import express from 'express'

// Bare Express, bundled as the site is: the same page from memory, with the same headers. Without log, guard and ETags.
const [html, br] = ['dist/index.html', 'dist/index.html.br'].map(file => readFileSync(file))
const [forEverything = ''] = readFileSync('dist/_headers', 'utf8').split('\n\n')
const headers = [...forEverything.matchAll(/^ {2}(.+?): (.+)$/gm)].flatMap(([, name = '', value = '']) => [
  name,
  value,
])
const send = (body: Buffer | undefined, encoding: string[]) =>
  [
    body,
    headers.concat(
      encoding,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body?.length),
    ),
  ] as const
const [plain, compressed] = [send(html, []), send(br, ['Content-Encoding', 'br'])]

express()
  .disable('x-powered-by')
  .get('/', (req, res) => {
    const [body, list] = req.headers['accept-encoding'] === 'br' ? compressed : plain
    res.writeHead(200, list).end(body)
  })
  .listen(Number(process.env.PORT), '127.0.0.1')
