// The server's variables: their defaults, and the errors for invalid values. variables-in-a-process.test.ts covers their
// effects.
import { expect, test } from 'vitest'
import { addressError, originWarning, readConfig, urlOf } from '../../support/engine.ts'

/** The origin in shared/site/company.ts. */
const ORIGIN = 'https://www.acme.test'

const AN_ORIGIN =
  'an origin without a path or a default port, in lower case and punycode, such as https://www.example.com'
const AN_HOUR = 'milliseconds, at most 3600000'

test.each([
  { name: 'PORT', cure: 'a number from 0 (any free port) to 65535', values: ['80a', '65536', '-1', '1e3'] },
  { name: 'HOST', cure: 'an address, such as 0.0.0.0', values: ['not a host', '[::1]'] },
  {
    name: 'SITE_ORIGIN',
    cure: AN_ORIGIN,
    values: [
      'example.com',
      'ftp://example.com',
      'https://example.com/path',
      'https://example.com:443',
      'https://EXAMPLE.com',
      'https://me@example.com',
      'https://łódź.example',
      'https://my_site.example',
      'https://www.example.com.',
    ],
  },
  { name: 'SERVE', cure: 'live or static', values: ['dead', 'Live'] },
  { name: 'TRUST_PROXY', cure: 'true or false', values: ['yes', '1', 'TRUE'] },
  { name: 'HSTS', cure: 'host, off, subdomains, or preload', values: ['true'] },
  {
    name: 'SITE_VERSION',
    cure: 'at most 100 characters from A-Z a-z 0-9 _ . : / + @ -, such as 1.0.0',
    values: ['two words', 'release#1', 'ü', 'a'.repeat(101)],
  },
  {
    name: 'LOG_LEVEL',
    cure: 'info, fatal, error, warn, debug, trace, or silent',
    values: ['loud'],
  },
  {
    name: 'LOG_INTERVAL',
    cure: 'milliseconds, at most 86400000, or 0 for no summary',
    values: ['1m', '86400001'],
  },
  { name: 'KEEP_ALIVE_TIMEOUT', cure: AN_HOUR, values: ['75s', '3600001'] },
  {
    name: 'SHUTDOWN_DELAY',
    cure: 'milliseconds, at most 8000, which is SHUTDOWN_TIMEOUT',
    values: ['1s', '1.5', '8001'],
  },
  { name: 'SHUTDOWN_TIMEOUT', cure: AN_HOUR, values: ['-1', '3600001'] },
])('an invalid $name is rejected with what to write instead', ({ name, cure, values }) => {
  for (const value of values)
    expect(() => readConfig({ [name]: value }, ORIGIN)).toThrow(
      expect.objectContaining({
        name: 'UserError',
        message: `${name}=${value} can't be used: write ${cure}.`,
      }),
    )
})

const VARIABLES =
  'PORT HOST SITE_ORIGIN SITE_VERSION SERVE TRUST_PROXY HSTS LOG_LEVEL LOG_INTERVAL KEEP_ALIVE_TIMEOUT ' +
  'SHUTDOWN_DELAY SHUTDOWN_TIMEOUT'
const empty = Object.fromEntries(VARIABLES.split(' ').map(name => [name, '']))

test.each([
  { what: 'that isn’t set', env: {} },
  { what: 'that is empty, as in a compose file,', env: empty },
])('a variable $what gets its default', ({ env }) => {
  expect(readConfig(env, ORIGIN)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    origin: ORIGIN,
    serve: 'live',
    trustProxy: false,
    hsts: 'host',
    release: '',
    logLevel: 'info',
    logInterval: 60_000,
    keepAliveTimeout: 75_000, // Longer than the 60 s of nginx and AWS ALB.
    shutdownDelay: 1000,
    shutdownTimeout: 8000,
  })
})

// The delay, during which new connections are accepted, is part of the timeout for requests in progress.
test.each([
  { SHUTDOWN_DELAY: undefined, SHUTDOWN_TIMEOUT: '50', shutdownDelay: 50 },
  { SHUTDOWN_DELAY: '50000', SHUTDOWN_TIMEOUT: '50000', shutdownDelay: 50_000 },
])('with SHUTDOWN_TIMEOUT=$SHUTDOWN_TIMEOUT, SHUTDOWN_DELAY may be $shutdownDelay', route => {
  const { shutdownDelay, ...env } = route
  expect(readConfig(env, ORIGIN)).toMatchObject({ shutdownDelay })
})

test.each([
  ['https://acme.test/', 'https://acme.test'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://[::1]:8443', 'https://[::1]:8443'],
  ['https://xn--d-uga0v8h.example', 'https://xn--d-uga0v8h.example'],
  ['https://4you.b-und-c-2.co.web24.example', 'https://4you.b-und-c-2.co.web24.example'],
])('SITE_ORIGIN=%s sets the origin %s', (SITE_ORIGIN, origin) => {
  expect(readConfig({ SITE_ORIGIN }, ORIGIN).origin).toBe(origin)
})

test.each(['https://www.example.com', 'https://example.com'])(
  'the placeholder %s triggers a warning',
  origin => {
    expect(originWarning(origin)).toBe(
      `The origin is still the placeholder ${origin}: canonical links and social images would point to it. Set SITE_ORIGIN, or origin in shared/site/company.ts.`,
    )
  },
)

test.each(['https://notexample.com', 'https://www.example.com.au', 'http://example-com'])(
  '%s isn’t a placeholder',
  origin => {
    expect(originWarning(origin)).toBeUndefined()
  },
)

test.each([
  { host: '::1', url: 'http://[::1]:3000' },
  { host: '127.0.0.1', url: 'http://127.0.0.1:3000' },
])('the logged URL for HOST=$host is $url', ({ host, url }) => {
  expect(urlOf(host, 3000)).toBe(url)
})

test.each([
  { name: 'PORT', text: '0', read: { port: 0 } },
  { name: 'HOST', text: '::', read: { host: '::' } },
  { name: 'HOST', text: 'my-host.local', read: { host: 'my-host.local' } },
  { name: 'TRUST_PROXY', text: 'true', read: { trustProxy: true } },
  { name: 'SITE_VERSION', text: 'team/site:v1.0_a-b+c@d', read: { release: 'team/site:v1.0_a-b+c@d' } },
  { name: 'LOG_INTERVAL', text: '86400000', read: { logInterval: 86_400_000 } },
  { name: 'LOG_INTERVAL', text: '0', read: { logInterval: 0 } },
  { name: 'KEEP_ALIVE_TIMEOUT', text: '3600000', read: { keepAliveTimeout: 3_600_000 } },
  { name: 'SHUTDOWN_DELAY', text: '8000', read: { shutdownDelay: 8000 } },
  { name: 'SHUTDOWN_TIMEOUT', text: '3600000', read: { shutdownTimeout: 3_600_000 } },
])('$name=$text is accepted', ({ name, text, read }) => {
  expect(readConfig({ [name]: text }, ORIGIN)).toMatchObject(read)
})

test.each([
  { code: 'EADDRINUSE', message: 'PORT=80 is in use: choose another one, or 0 for any free port.' },
  { code: 'EACCES', message: "HOST=::1, PORT=80 can't be used: permission denied" },
])('if listening fails with $code, the message says what to change', ({ code, message }) => {
  const config = readConfig({ HOST: '::1', PORT: '80' }, ORIGIN)
  const error = Object.assign(new Error('permission denied'), { code })
  expect(addressError(config, error)).toMatchObject({ name: 'UserError', message })
})
