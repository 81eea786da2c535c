// deploy/static/, read as data: nginx or Caddy serve dist/ alone, without Node. system/static-hosts.test.ts runs them.
import { describe, expect, test } from 'vitest'
import {
  blocksOf,
  caddyOfFiles,
  isMeant,
  nginxOfFiles,
  outlineOfCaddy,
  outlineOfNginx,
  read,
} from '../support/deploy-files.ts'

describe('dist/ served by nginx or Caddy alone', () => {
  const headers = {
    'Content-Security-Policy': `"frame-ancestors 'none'"`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }

  test('has the security headers that a page cannot carry in itself, with nginx for errors, too', () => {
    const always = Object.entries(headers).map(([name, value]) => `${name} ${value} always`)
    expect(nginxOfFiles('add_header')).toEqual(['Cache-Control $cache always', ...always])
  })

  test('has them with Caddy, for errors, too', () => {
    const set = Object.keys(headers).map(name => [name, caddyOfFiles(name)[0]])
    expect(Object.fromEntries(set)).toEqual(headers)
    expect(caddyOfFiles('import')).toEqual(['headers', 'headers'])
  })

  test('is kept by a browser for a year where a name has a hash, and is asked for again otherwise', () => {
    const [, rows = ''] =
      /^map "\$status \$uri" \$cache \{\n(.*?)^\}/ms.exec(read('deploy/static/nginx.conf')) ?? []
    expect(
      rows
        .replace(/ #.*/g, '')
        .trim()
        .split(/\s*\n\s*/),
    ).toEqual([
      '"~^[23]\\d\\d /assets/" "public, max-age=31536000, immutable";',
      '"~^[23]" no-cache;',
      'default no-store;',
    ])
    expect(caddyOfFiles('header')).toEqual([
      '', // The block of the security headers.
      '?Cache-Control no-cache',
      '/assets/* Cache-Control "public, max-age=31536000, immutable"',
      'Cache-Control no-store', // For errors.
    ])
  })

  test('is sent as it was compressed by the build', () => {
    expect({
      nginx: [...nginxOfFiles('gzip_static'), ...nginxOfFiles('gzip_vary')],
      caddy: caddyOfFiles('precompressed'),
    }).toEqual({ nginx: ['on', 'on'], caddy: ['br gzip', 'br gzip'] })
  })

  test('is found without .html, redirects a slash at the end, and has the page 404.html', () => {
    expect({
      nginx: {
        root: nginxOfFiles('root'),
        paths: blocksOf('deploy/static/nginx.conf', 'location'),
        files: nginxOfFiles('try_files'),
        slash: nginxOfFiles('rewrite'),
        error: nginxOfFiles('error_page'),
        charset: nginxOfFiles('charset'),
      },
      caddy: {
        root: caddyOfFiles('root'),
        files: caddyOfFiles('try_files'),
        slash: [...caddyOfFiles('@slash'), ...caddyOfFiles('redir')],
        error: caddyOfFiles('rewrite'),
      },
    }).toEqual({
      nginx: {
        root: ['/srv/site/dist'],
        paths: ['= /', '/', String.raw`~ ^/(_|\.(?!well-known/))`],
        files: ['/index.html =404', '$uri $uri.html =404'],
        slash: ['^(/.+)/$ $1 permanent'],
        error: ['404 /404.html'],
        charset: ['utf-8'],
      },
      caddy: {
        root: ['* /srv/site/dist'],
        files: ['{path} {path}.html'],
        // Not with two slashes in front, which would lead to another site.
        slash: ['vars_regexp slash {uri} ^(/[^/?][^?]*?)/+(\\?.*)?$', '@slash {re.slash.1}{re.slash.2} 308'],
        error: ['* /404.html'],
      },
    })
  })

  test('is served by Caddy with these settings in these blocks, and no others', () => {
    expect(outlineOfCaddy('deploy/static/Caddyfile'), isMeant).toEqual([
      'file:',
      '  all sites:',
      '    log: exclude',
      '  (headers):',
      '    header: -Server Content-Security-Policy Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy Origin-Agent-Cluster Referrer-Policy Strict-Transport-Security X-Content-Type-Options X-Frame-Options',
      '  {$SITE_ADDRESS:www.example.com}: root import header header @slash redir error try_files',
      '    @hosts: path not',
      '    file_server: precompressed',
      '    handle_errors: import header rewrite',
      '      file_server: precompressed',
    ])
  })

  test('is served by nginx with these settings in these blocks, and no others', () => {
    expect(outlineOfNginx('deploy/static/nginx.conf'), isMeant).toEqual([
      'file:',
      '  map "$status $uri" $cache: "~^[23]\\d\\d /assets/" "~^[23]" default',
      '  server: listen server_name ssl_certificate ssl_certificate_key ssl_protocols root charset server_tokens access_log error_log gzip_static gzip_vary add_header add_header add_header add_header add_header add_header add_header add_header add_header error_page rewrite',
      '    location = /: try_files',
      '    location /: try_files',
      '    location ~ ^/(_|\\.(?!well-known/)): return',
      '  server: listen server_name return',
    ])
  })

  test('keeps to itself what hosts alone read', () => {
    expect(read('deploy/static/nginx.conf')).toMatch(
      /location ~ \^\/\(_\|\\\.\(\?!well-known\/\)\) \{\n {4}return 404;/,
    )
    expect({
      paths: caddyOfFiles('path'),
      but: caddyOfFiles('not path'),
      answer: caddyOfFiles('error'),
    }).toEqual({ paths: ['/_* /.*'], but: ['/.well-known/*'], answer: ['@hosts 404'] })
  })
})

describe('the web server of dist/', () => {
  test('speaks TLS 1.2 and 1.3: nginx, and Caddy by itself', () => {
    expect({ nginx: nginxOfFiles('ssl_protocols'), caddy: caddyOfFiles('protocols') }).toEqual({
      nginx: ['TLSv1.2 TLSv1.3'],
      caddy: [],
    })
  })

  test('speaks HTTP/2', () => {
    expect(nginxOfFiles('listen')).toEqual(['443 ssl http2', '80'])
  })

  test('has the certificate of the name where certbot or you put it', () => {
    expect({
      certificate: nginxOfFiles('ssl_certificate'),
      key: nginxOfFiles('ssl_certificate_key'),
    }).toEqual({ certificate: ['/etc/nginx/tls/tls.crt'], key: ['/etc/nginx/tls/tls.key'] })
  })

  test('answers over http with a permanent redirect to https with the same path and query', () => {
    expect(nginxOfFiles('return')).toContain('308 https://www.example.com$request_uri')
  })

  test('has the name of the site', () => {
    expect({
      nginx: nginxOfFiles('server_name'),
      caddy: /^\{\$SITE_ADDRESS.*$/m.exec(read('deploy/static/Caddyfile'))?.[0],
    }).toEqual({ nginx: ['www.example.com', 'www.example.com'], caddy: '{$SITE_ADDRESS:www.example.com} {' })
  })

  test('has no access log, and no errors that contain the address of a visitor: nginx', () => {
    expect({ access: nginxOfFiles('access_log'), error: nginxOfFiles('error_log') }).toEqual({
      access: ['off'],
      error: ['stderr alert'],
    })
  })

  test('has no access log, and no errors of requests: Caddy', () => {
    const logs = Array.from(read('deploy/static/Caddyfile').matchAll(/^(\t*)log\b/gm), ([, indent]) => indent)
    // One for the whole program. Inside of a site it would be the access log.
    expect({ logs, excluded: caddyOfFiles('exclude') }).toEqual({
      logs: ['\t'],
      excluded: ['http.log.error'],
    })
  })

  test('names neither its program nor its version in a header', () => {
    expect({ nginx: nginxOfFiles('server_tokens'), caddy: caddyOfFiles('-Server') }).toEqual({
      nginx: ['off'],
      caddy: [''],
    })
  })
})
