// deploy/nginx.conf and deploy/Caddyfile, read as data: the proxies in front of three replicas, their time-outs, TLS and logs.
// system/proxies.test.ts runs them. deploy-static-files.test.ts has those that serve dist/ alone.
import { describe, expect, test } from 'vitest'
import {
  blocksOf,
  caddy,
  isMeant,
  nginx,
  outlineOfCaddy,
  outlineOfNginx,
  read,
} from '../support/deploy-files.ts'
import { program } from '../support/fixture-site.ts'

describe('replicas behind a proxy', () => {
  test('are asked in turn, and by nginx each once more when all have failed', () => {
    const three = ['site-1:3000', 'site-2:3000', 'site-3:3000']
    const backups = three.map(name => `${name} backup max_fails=0`)
    const ofEndpoints = three.map(name => `${name} fail_timeout=2s`)
    expect(caddy('to')).toEqual([three.join(' ')])
    expect(nginx('server')).toEqual([...three, ...backups, ...ofEndpoints, ...backups])
  })

  test('nginx uses every processor, and its workers share connections, and what they know of the replicas', () => {
    expect({
      workers: nginx('worker_processes'),
      connections: nginx('worker_connections'),
      shared: nginx('zone'),
      kept: nginx('keepalive'),
    }).toEqual({
      workers: ['auto'],
      connections: ['4096'],
      shared: ['pages 64k', 'endpoints 64k'],
      kept: ['32'], // To pages alone: a POST on a connection that the replica is closing would be lost.
    })
  })

  test('Caddy asks /readyz four times a second, and nginx with each request to an endpoint', () => {
    expect({
      caddy: [...caddy('health_uri'), ...caddy('health_interval'), ...caddy('health_timeout')],
      nginx: nginx('proxy_pass').filter(address => address?.endsWith('/readyz')),
    }).toEqual({
      caddy: ['/readyz', '250ms', '3s'],
      nginx: ['http://endpoints/readyz'],
    })
  })
})

test('nginx writes its number where Debian stops it', () => {
  expect(nginx('pid')).toEqual(['/run/nginx.pid'])
})

test('Caddy has these settings in these blocks, and no others', () => {
  expect(outlineOfCaddy('deploy/Caddyfile'), isMeant).toEqual([
    'file:',
    '  all sites:',
    '    servers: strict_sni_host',
    '      timeouts: read_header read_body',
    '    log:',
    '      format filter: wrap',
    '        fields: request',
    '  (replicas): to lb_policy lb_try_duration lb_try_interval lb_retry_match health_uri health_interval health_timeout header_up',
    '  {$SITE_ADDRESS:www.example.com}: header @inside respond',
    '    @page: method not',
    '    reverse_proxy @page: import',
    '      transport http: dial_timeout response_header_timeout read_timeout keepalive',
    '    reverse_proxy: import',
    '      transport http: dial_timeout response_header_timeout read_timeout keepalive',
    '    request_body: max_size',
  ])
})

test('nginx has these settings in these blocks, and no others', () => {
  expect(outlineOfNginx('deploy/nginx.conf'), isMeant).toEqual([
    'file: worker_processes pid error_log',
    '  events: worker_connections',
    '  http: server_tokens access_log ssl_protocols client_header_timeout client_max_body_size',
    '    upstream pages: zone server server server server server server keepalive',
    '    upstream endpoints: zone server server server server server server',
    '    map "$request_method $uri" $endpoint: "~^(GET|HEAD) (?!/api/)" default',
    '    server: listen server_name',
    '      location /: return',
    '      location /.well-known/acme-challenge/: root',
    '    server: listen server_name ssl_certificate ssl_certificate_key ssl_session_cache proxy_http_version proxy_set_header proxy_set_header proxy_set_header proxy_set_header proxy_set_header proxy_next_upstream proxy_next_upstream_timeout proxy_connect_timeout',
    '      location /: error_page proxy_pass proxy_read_timeout',
    '        if ($endpoint): return',
    '      location @endpoint: mirror mirror_request_body proxy_pass proxy_buffering proxy_read_timeout',
    '      location = /.ready: internal proxy_pass proxy_method proxy_pass_request_headers proxy_pass_request_body proxy_set_header proxy_read_timeout proxy_next_upstream',
    '      location ~* ^/(metrics|healthz|readyz)/?$: return',
    '    server: listen return',
    '    server: listen ssl_reject_handshake return',
  ])
})

describe('requests that reach a replica', () => {
  test('nginx sends what begins with /api/, and all but GET and HEAD, to the endpoints, and the rest to the pages', () => {
    const [, rows = ''] =
      /^ {2}map "\$request_method \$uri" \$endpoint \{\n(.*?)^ {2}\}/ms.exec(read('deploy/nginx.conf')) ?? []
    expect(rows.trim().split(/\s*\n\s*/)).toEqual(['"~^(GET|HEAD) (?!/api/)" 0;', 'default 1;'])
    expect(nginx('error_page')).toEqual(['418 = @endpoint']) // Of `if`, which can do no more than return.
    expect({
      to: nginx('proxy_pass'),
      replicas: blocksOf('deploy/nginx.conf', 'upstream'),
      if: blocksOf('deploy/nginx.conf', 'if'),
      paths: blocksOf('deploy/nginx.conf', 'location'),
    }).toEqual({
      to: ['http://pages', 'http://endpoints', 'http://endpoints/readyz'],
      replicas: ['pages', 'endpoints'],
      if: ['($endpoint)'],
      paths: [
        ...['/', '/.well-known/acme-challenge/'], // Over http.
        ...['/', '@endpoint', '= /.ready', '~* ^/(metrics|healthz|readyz)/?$'],
      ],
    })
  })

  test('Caddy tells endpoints from pages in the same way', () => {
    expect({ method: caddy('method'), path: caddy('not path'), proxies: caddy('reverse_proxy') }).toEqual({
      method: ['GET HEAD'],
      path: ['/api/*'],
      proxies: ['@page', ''],
    })
  })

  test('nginx asks the next replica where connecting failed, or no response came, and never repeats a form', () => {
    // The second is that of the mirrored request to /readyz.
    expect(nginx('proxy_next_upstream')).toEqual(['error timeout', 'error timeout http_503 non_idempotent'])
  })

  test('nginx speaks HTTP/1.1 with the replicas, so that a connection serves many requests', () => {
    expect(nginx('proxy_http_version')).toEqual(['1.1'])
  })

  test('nginx passes on an event of a stream at once', () => {
    expect(nginx('proxy_buffering')).toEqual(['off'])
  })

  test('nginx asks for /readyz with a GET, without what the visitor has sent, and lets no visitor ask there', () => {
    expect({
      mirror: nginx('mirror'),
      body: [...nginx('mirror_request_body'), ...nginx('proxy_pass_request_body')],
      headers: nginx('proxy_pass_request_headers'),
      method: nginx('proxy_method'),
      internal: /location = \/\.ready \{\s+internal;/.test(read('deploy/nginx.conf')),
    }).toEqual({
      mirror: ['/.ready'],
      body: ['off', 'off'],
      headers: ['off'],
      method: ['GET'],
      internal: true,
    })
  })

  test('Caddy gives each replica the same share, of pages and of endpoints', () => {
    expect({ policy: caddy('lb_policy'), used: caddy('import') }).toEqual({
      policy: ['round_robin'],
      used: ['replicas', 'replicas'],
    })
  })
})

describe('time-outs', () => {
  test('the site keeps an idle connection longer than a proxy does, so that none is closed under a request', () => {
    const { keepAliveTimeout } = program.readConfig({}, 'https://a.example')
    expect({
      KEEP_ALIVE_TIMEOUT: keepAliveTimeout,
      nginx: nginx('keepalive_timeout'), // Not set: 60 s.
      caddy: caddy('keepalive'), // Pages, and then endpoints.
    }).toEqual({ KEEP_ALIVE_TIMEOUT: 75_000, nginx: [], caddy: ['5s', 'off'] })
  })

  test('a proxy connects within one second, and tries all replicas for fifteen', () => {
    expect({
      nginx: [...nginx('proxy_connect_timeout'), ...nginx('proxy_next_upstream_timeout')],
      caddy: [...caddy('dial_timeout'), ...caddy('lb_try_duration')],
    }).toEqual({ nginx: ['1s', '15s'], caddy: ['1s', '1s', '15s'] })
  })

  test('a proxy waits six seconds for a page, and thirty for an endpoint', () => {
    expect({
      nginx: nginx('proxy_read_timeout'), // And one for /readyz.
      caddy: caddy('response_header_timeout'),
    }).toEqual({ nginx: ['6s', '30s', '1s'], caddy: ['6s', '30s'] })
  })

  test('Caddy gives up a replica that hangs in the middle of a page or of an answer', () => {
    expect(caddy('read_timeout')).toEqual(['7s', '31s'])
  })

  test('Caddy asks the next replica again and again, for GET and HEAD alone', () => {
    expect({ again: caddy('lb_try_interval'), methods: caddy('lb_retry_match') }).toEqual({
      again: ['50ms'],
      methods: ['method GET HEAD'],
    })
  })

  test('a visitor has ten seconds to send the headers', () => {
    expect({ nginx: nginx('client_header_timeout'), caddy: caddy('read_header') }).toEqual({
      nginx: ['10s'],
      caddy: ['10s'],
    })
    expect(caddy('read_body')).toEqual(['35s'])
  })

  test('a form may have a megabyte', () => {
    expect({ nginx: nginx('client_max_body_size'), caddy: caddy('max_size') }).toEqual({
      nginx: ['1m'],
      caddy: ['1MB'],
    })
  })
})

describe('TRUST_PROXY', () => {
  test('is said to be true where a replica stands behind nginx or Caddy', () => {
    for (const name of ['nginx.conf', 'Caddyfile'])
      expect(read(`deploy/${name}`), name).toMatch(/^#.*Start the replicas with TRUST_PROXY=true\./m)
  })

  // Caddy sets X-Forwarded-* itself, and believes no visitor’s: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#defaults
  test('is right behind nginx and Caddy: they set what the site trusts, whatever a visitor has sent', () => {
    expect(nginx('proxy_set_header')).toEqual([
      'Connection ""',
      'Host $host',
      'X-Request-Id $request_id',
      'X-Forwarded-For $remote_addr',
      'X-Forwarded-Proto $scheme',
      'Content-Length ""', // Of the mirrored request to /readyz, which has none of these headers.
    ])
    expect({ set: caddy('header_up'), trusted: caddy('trusted_proxies') }).toEqual({
      set: ['X-Request-Id {http.request.uuid}'],
      trusted: [],
    })
  })
})

describe('TLS', () => {
  test('is 1.2 and 1.3: nginx says so, and Caddy does it by itself', () => {
    expect({ nginx: nginx('ssl_protocols'), caddy: caddy('protocols') }).toEqual({
      nginx: ['TLSv1.2 TLSv1.3'],
      caddy: [],
    })
  })

  test('has HTTP/2 in nginx, and no certificate for another name', () => {
    expect({ listen: nginx('listen'), reject: nginx('ssl_reject_handshake') }).toEqual({
      listen: ['80', '443 ssl http2', '80 default_server', '443 ssl default_server'],
      reject: ['on'],
    })
  })

  test('has the certificate where certbot or you put it, and sessions that the workers of nginx share', () => {
    expect({
      certificate: nginx('ssl_certificate'),
      key: nginx('ssl_certificate_key'),
      sessions: nginx('ssl_session_cache'),
    }).toEqual({
      certificate: ['/etc/nginx/tls/tls.crt'],
      key: ['/etc/nginx/tls/tls.key'],
      sessions: ['shared:tls:1m'],
    })
  })
})

describe('logs of the proxies', () => {
  test('nginx has no access log, and no errors that contain the address of a visitor', () => {
    expect({ access: nginx('access_log'), error: nginx('error_log') }).toEqual({
      access: ['off'],
      error: ['stderr alert'],
    })
  })

  test('Caddy has no access log, and its errors have no request in them', () => {
    const logs = Array.from(read('deploy/Caddyfile').matchAll(/^(\t*)log\b/gm), ([, indent]) => indent)
    // One for the whole program. Inside of a site it would be the access log.
    expect({ logs, format: caddy('format'), wrap: caddy('wrap'), request: caddy('request') }).toEqual({
      logs: ['\t'],
      format: ['filter'],
      wrap: ['json'],
      request: ['delete'],
    })
  })

  test('no header names the program or its version', () => {
    expect({ nginx: nginx('server_tokens'), caddy: caddy('header') }).toEqual({
      nginx: ['off'],
      caddy: ['-Server'],
    })
  })
})

describe('what a visitor gets from the proxy itself', () => {
  test('a 404 for the paths of probes and of Prometheus', () => {
    expect(read('deploy/nginx.conf')).toMatch(
      /^ {4}location ~\* \^\/\(metrics\|healthz\|readyz\)\/\?\$ \{\n {6}return 404;/m,
    )
    expect({ paths: caddy('@inside path'), answer: caddy('respond @inside') }).toEqual({
      paths: ['/metrics /metrics/ /healthz /healthz/ /readyz /readyz/'],
      answer: ['404'],
    })
  })

  test('over http, a permanent redirect to https with the same path and query', () => {
    expect(nginx('return')).toContain('308 https://www.example.com$request_uri')
  })

  test('over http, what certbot has to find', () => {
    expect(read('deploy/nginx.conf')).toMatch(
      /location \/\.well-known\/acme-challenge\/ \{\n *root \/var\/www\/acme;/,
    )
  })

  test('under another name, nothing: nginx closes the connection, or answers 421, and Caddy answers 421', () => {
    expect({ nginx: nginx('return'), caddy: caddy('strict_sni_host') }).toEqual({
      nginx: ['308 https://www.example.com$request_uri', '418', '404', '444', '421'],
      caddy: ['on'],
    })
  })

  test('the name of the site', () => {
    expect({
      nginx: nginx('server_name'),
      caddy: /^\{\$SITE_ADDRESS.*$/m.exec(read('deploy/Caddyfile'))?.[0],
    }).toEqual({ nginx: ['www.example.com', 'www.example.com'], caddy: '{$SITE_ADDRESS:www.example.com} {' })
  })
})
