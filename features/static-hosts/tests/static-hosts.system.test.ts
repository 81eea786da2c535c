// dist/ as nginx, Caddy and Apache serve it, with the files of this feature or the .htaccess in dist/.
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cacheControl, htmlFile, NOT_STORED } from '../../../tests/support/engine.ts'
import { dist, folder, security, table } from '../../../tests/support/fixture-site.ts'
import { HOST, needsProgram, VISITOR } from '../../../tests/support/proxies.ts'
import { ofDocument, sentIn } from '../../../tests/support/sent-headers.ts'
import { hostPrograms, pagesWithData, startHost } from './support/start-host.ts'

const read = (file: string) => readFileSync(join(dist, file))
const script = readdirSync(join(dist, 'assets')).find(name => name.endsWith('.js'))
/** The home page, which is index.html, and a page in a folder. */
const pages = ['/', '/ueber-uns/team']

const siteFiles = readdirSync(join(folder, 'shared/site/public'), {
  recursive: true,
  encoding: 'utf8',
}).filter(name => name.includes('.', 1)) // Not folders.

/** The security headers of our server, without the CSP: on a static host, each page has that in a meta tag. */
const fixed = Object.entries(security.document)
  .map(([name, value]) => [name.toLowerCase(), value] as const)
  .filter(([name]) => name !== 'content-security-policy')
const headersOf = (cache: string) => ({ ...Object.fromEntries(fixed), 'cache-control': cache })

/** The headers that vary between hosts: the lengths of bodies, and the handling of connections. */
const OF_CONNECTION = /^(connection|keep-alive|content-length|transfer-encoding|date)$/
const whole = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(sentIn(headers)).filter(([name]) => !OF_CONNECTION.test(name)))

const ofFile = {
  'content-encoding': 'gzip',
  'content-type': 'text/html; charset=utf-8',
  etag: expect.any(String),
  'last-modified': expect.stringMatching(/ GMT$/),
  vary: 'Accept-Encoding',
}
/** The part of the CSP that a meta tag can't have. */
const ofMeta = { 'content-security-policy': "frame-ancestors 'none'" }
const ranges = { 'accept-ranges': 'bytes' }
/** Every header of a page. */
const ofHost = {
  nginx: { ...ofFile, ...headersOf('no-cache'), ...ofMeta, server: 'nginx' },
  caddy: {
    ...ofFile,
    ...headersOf('no-cache'),
    ...ofMeta,
    ...ranges,
    'alt-svc': expect.stringMatching(/^h3=":\d+"; ma=\d+$/), // HTTP/3
  },
  apache2: {
    ...ofFile,
    ...ofDocument,
    ...ranges,
    'cache-control': 'no-cache',
    server: expect.stringMatching(/^Apache\//),
  },
}
/** The headers that a 304 may leave out: https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
const OF_BODY = ['accept-ranges', 'content-encoding', 'content-type', 'last-modified']
const withoutBody = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(whole(headers)).filter(([name]) => !OF_BODY.includes(name)))
const acceptsGzip = { headers: { 'Accept-Encoding': 'gzip' } }

for (const program of hostPrograms)
  describe(program, needsProgram(program), () => {
    let host: Awaited<ReturnType<typeof startHost>>
    const visit: typeof host.secure = (path, options = {}) => {
      const headers = {
        'User-Agent': 'secret-browser',
        Referer: 'https://secret.example/',
        ...options.headers,
      }
      return host[program === 'apache2' ? 'plain' : 'secure'](path, { ...options, headers })
    }
    beforeAll(async () => {
      host = await startHost(program)
    })

    afterEach(() => {
      const lines = [...host.written.stdout.split('\n'), ...host.written.stderr.split('\n')]
      const ofVisitors = lines.filter(line => line.includes(VISITOR) || line.includes('secret'))
      expect(ofVisitors, 'the log of the host').toEqual([])
    })

    test.each(pages)('%s is sent compressed', async path => {
      const { status, headers, body } = await visit(path, { headers: { 'Accept-Encoding': 'br, gzip' } })
      const { 'content-type': type, 'content-encoding': encoding, vary } = headers
      expect({ status, type, encoding, vary }).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
        encoding: program === 'nginx' ? 'gzip' : 'br', // Debian's nginx has no brotli.
        vary: 'Accept-Encoding',
      })
      const decoded = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
      expect(String(decoded)).toBe(String(read(htmlFile(path))))
    })

    test.each([
      { accepts: 'br;q=0, gzip', encoding: 'gzip' },
      { accepts: 'br;q=0, gzip;q=0', encoding: undefined },
    ])('compression respects the q-values of Accept-Encoding "$accepts"', async route => {
      const { status, headers } = await visit('/kontakt', { headers: { 'Accept-Encoding': route.accepts } })
      const { 'content-encoding': encoding, vary } = headers
      expect({ status, encoding, vary }).toEqual({
        status: 200,
        encoding: route.encoding,
        vary: 'Accept-Encoding',
      })
    })

    test.each(pagesWithData)('%s is sent with its data', async path => {
      const page = await visit(path)
      const data = await visit(`${path}.json`)
      expect({ page: page.status, data: data.status, type: data.headers['content-type'] }).toEqual({
        page: 200,
        data: 200,
        type: expect.stringMatching(/^application\/json/),
      })
      expect(page.body).toBeSameBytes(read(`${path}.html`))
      expect(data.body).toBeSameBytes(read(`${path}.json`))
    })

    test.each(pages)('%s has exactly the expected headers', async path => {
      const { headers } = await visit(path, acceptsGzip)
      expect(whole(headers)).toEqual(ofHost[program])
    })

    test('an asset is cached for a year, and has exactly the expected headers', async () => {
      const { headers } = await visit(`/assets/${script}`, acceptsGzip)
      expect(whole(headers)).toEqual({
        ...ofHost[program],
        'cache-control': cacheControl(`assets/${script}`),
        'content-type': expect.stringMatching(/^(text|application)\/javascript(; charset=utf-8)?$/),
      })
    })

    test.each(['/kontakt', `/assets/${script}`])(
      '%s gets a 304 when revalidated, with the headers of its 200',
      async path => {
        const { headers } = await visit(path, acceptsGzip)
        const ifChanged = { ...acceptsGzip.headers, 'If-None-Match': headers.etag }
        const again = await visit(path, { headers: ifChanged })
        expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 })
        expect(withoutBody(again.headers)).toEqual(withoutBody(headers))
      },
    )

    test.each([
      '/nichts/hier?a=1',
      '/nichts?secret=1',
      '/_headers',
      '/_redirects',
      '/.build.json',
      '/.htaccess',
      '/blog/nichts',
    ])('%s, which is missing or only for hosts, gets the site’s 404 page', async path => {
      const { status, headers, body } = await visit(path)
      expect(status).toBe(404)
      expect(body).toBeSameBytes(read('404.html'))
      expect(headers).toMatchObject(headersOf('no-store'))
    })

    test('a missing path below the home page of a language gets the 404 page in that language', async () => {
      for (const { homePath, notFoundPath } of table.languagesWithHome.slice(1)) {
        const { status, headers, body } = await visit(`${homePath}/nichts/rien?a=1`)
        expect(status).toBe(404)
        expect(body).toBeSameBytes(read(`${notFoundPath.slice(1)}.html`))
        expect(headers).toMatchObject(headersOf('no-store'))
      }
    })

    test('the 404 page is sent compressed', async () => {
      const { status, headers, body } = await visit('/nichts', acceptsGzip)
      const { 'content-type': type, 'content-encoding': encoding, vary } = headers
      expect({ status, type, encoding, vary }).toEqual({
        status: 404,
        type: 'text/html; charset=utf-8',
        encoding: 'gzip',
        vary: 'Accept-Encoding',
      })
      expect(headers).toMatchObject(headersOf('no-store'))
      expect(String(gunzipSync(body))).toBe(String(read('404.html')))
    })

    test.each(['/og/home.png', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'])(
      'other sites may show %s',
      async path => {
        const { status, headers } = await visit(path)
        const policy = headers['cross-origin-resource-policy']
        expect({ status, policy }).toEqual({ status: 200, policy: 'cross-origin' })
      },
    )

    test('folders aren’t listed', async () => {
      const { status, body } = await visit('/assets')
      expect(status).toBe(program === 'apache2' ? 403 : 404)
      expect(String(body)).not.toContain(script)
    })

    test('a URL of 40,000 characters doesn’t put the visitor’s address into the log', async () => {
      const { status } = await visit(`/?secret=${'x'.repeat(40_000)}`)
      expect(status).toBe(program === 'caddy' ? 200 : 414) // Caddy accepts a megabyte of headers.
    })

    test.each([
      { what: 'a NUL in it', path: '/kontakt%00' },
      { what: '300 letters', path: `/${'x'.repeat(300)}` },
      { what: '300 bytes in UTF-8', path: `/${'%C3%BC'.repeat(150)}` },
    ])('a path with $what is a client error, not a server error', async ({ path }) => {
      expect((await visit(path)).status).toBeOneOf([400, 403, 404])
    })

    /** The target of a redirect, which a host may send as a path or as a full URL. */
    const redirectOf = async (path: string) => {
      const { status, headers } = await visit(path)
      const { hostname, pathname, search } = new URL(headers.location ?? '/', `http://${HOST}`)
      return { status, hostname, target: pathname + search }
    }

    test('another spelling of a path is redirected to the page, with the query', async () => {
      const status = program === 'nginx' ? 301 : 308 // An nginx `rewrite` can't send a 308.
      expect(await redirectOf('/ueber-uns/team/?a=1&b=%20')).toEqual({
        status,
        hostname: HOST,
        target: '/ueber-uns/team?a=1&b=%20',
      })
    })

    test.each(['/ueber-uns/team/', '/assets/gone.js/'])('the redirect of %s isn’t cached', async path => {
      const { status, headers } = await visit(path)
      expect(status).toBeOneOf([301, 308])
      expect(headers['cache-control']).toBe(NOT_STORED)
    })

    test.each(['//evil.example/', '/\\evil.example/', '/%5Cevil.example/', '/%0d%0aLocation:%20a/'])(
      '%s doesn’t redirect to another site',
      async path => {
        expect(await redirectOf(path)).toMatchObject({ hostname: HOST })
      },
    )

    test.each([
      { old: '/contact', path: '/kontakt' },
      { old: '/recht/datenschutz.html', path: '/datenschutz' },
      { old: '/team.php', path: '/ueber-uns/team' },
    ])('the old path $old leads to $path', async ({ old, path }) => {
      if (program === 'apache2')
        return expect(await redirectOf(old)).toEqual({ status: 308, hostname: HOST, target: path })
      // The others read no redirects from dist/, which has a redirect page instead.
      const { status, headers, body } = await visit(old)
      expect({ status, type: headers['content-type'], html: String(body) }).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
        html: expect.stringContaining(`<meta http-equiv="refresh" content="0; url=${path}">`),
      })
    })

    test.each([
      { what: 'a query', path: '/index.php?id=3', target: '/about' },
      { what: 'an umlaut', path: '/%C3%BCber-uns', target: '/about' },
      { what: 'a param', path: '/stelle/mason.html', target: '/jobs/mason' },
    ])('the rules of README.md redirect an old address with $what', async ({ path, target }) => {
      expect(await redirectOf(path)).toEqual({ status: 308, hostname: HOST, target })
    })

    test.each(siteFiles)('the site’s file %s is served under its own name', async name => {
      // In NFC, as browsers and dist/ have it, even if a Mac has written it in NFD.
      const inDist = name.normalize()
      const path = inDist.split('/').map(encodeURIComponent).join('/')
      const { status, body } = await visit(`/${path}`)
      expect(status).toBe(200)
      expect(body).toBeSameBytes(read(inDist))
    })
  })
