import { expect, test } from 'vitest'
import { originWarning, readConfig, urlOf } from '../../server/config.ts'

/** The origin in a company's own file. */
const ORIGIN = 'https://www.acme.test'

test.each([
  ['PORT', '80a', 'a number from 0'],
  ['PORT', '65536', 'a number from 0'],
  ['HOST', 'not a host', 'an address'],
  ['SITE_ORIGIN', 'example.com', 'https://www.example.com'],
  ['SITE_ORIGIN', 'https://example.com/path', 'without a path'],
  ['SITE_ORIGIN', 'https://example.com:443', 'default port'],
  ['SITE_ORIGIN', 'https://a"b', 'punycode'],
  ['SITE_ORIGIN', 'https://łódź.example', 'punycode'],
  ['SERVE', 'dead', 'live or static'],
  ['TRUST_PROXY', 'yes', 'true or false'],
  ['HSTS', 'true', 'host or off or subdomains or preload'],
  ['LOG_LEVEL', 'loud', 'info or fatal or error'],
  ['KEEP_ALIVE_TIMEOUT', '75s', 'milliseconds'],
  ['SHUTDOWN_TIMEOUT', '-1', 'milliseconds'],
  ['LOG_INTERVAL', '1m', 'milliseconds'],
])('%s=%s is refused with what to write instead', (name, value, cure) => {
  const refused = () => readConfig({ [name]: value }, ORIGIN)
  expect(refused).toThrow(expect.objectContaining({ name: 'UserError' }))
  expect(refused).toThrow(new RegExp(`^${name}=.*${cure.replace('.', '\\.')}`))
})

test('an empty variable has the default, as in a compose file', () => {
  const empty = {
    PORT: '',
    HOST: '',
    SITE_ORIGIN: '',
    SITE_VERSION: '',
    SERVE: '',
    HSTS: '',
    KEEP_ALIVE_TIMEOUT: '',
  }
  expect(readConfig(empty, ORIGIN)).toEqual(readConfig({}, ORIGIN))
  expect(readConfig({}, ORIGIN)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    origin: ORIGIN,
    serve: 'live',
    trustProxy: false,
    hsts: 'host',
    release: '',
    logLevel: 'info',
    logInterval: 60_000,
    keepAliveTimeout: 75_000, // Longer than nginx's and AWS ALB's 60 s.
    shutdownTimeout: 8000,
  })
})

test.each([
  ['https://acme.test/', 'https://acme.test'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://[::1]:8443', 'https://[::1]:8443'],
  ['https://xn--d-uga0v8h.example', 'https://xn--d-uga0v8h.example'],
])('SITE_ORIGIN=%s is the origin %s', (SITE_ORIGIN, origin) => {
  expect(readConfig({ SITE_ORIGIN }, ORIGIN).origin).toBe(origin)
})

test.each([
  ['https://www.example.com', true],
  ['https://example.com', true],
  ['https://notexample.com', false],
])('the origin %s is a placeholder: %s', (origin, isPlaceholder) => {
  expect(originWarning(origin) !== undefined).toBe(isPlaceholder)
})

test('an IPv6 address stands in brackets in a URL', () => {
  expect([urlOf('::1', 3000), urlOf('127.0.0.1', 80)]).toEqual(['http://[::1]:3000', 'http://127.0.0.1:80'])
})
