// The variables of the server: their defaults, what is refused, and with which words. variables-in-a-process.test.ts has what
// they change.
import { expect, test } from 'vitest'
import { addressError, originWarning, readConfig, urlOf } from '../../server/config.ts'

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
  ['SHUTDOWN_DELAY', '1s', 'milliseconds'],
  ['SHUTDOWN_TIMEOUT', '-1', 'milliseconds'],
  ['LOG_INTERVAL', '1m', 'milliseconds'],
  ['LOG_INTERVAL', '86400001', 'milliseconds, or 0 for no such line'],
  ['KEEP_ALIVE_TIMEOUT', '3600001', 'milliseconds, at most 3600000'],
  ['SHUTDOWN_DELAY', '3600001', 'milliseconds, at most 3600000'],
  ['SHUTDOWN_TIMEOUT', '3600001', 'milliseconds, at most 3600000'],
  ['SHUTDOWN_DELAY', '1.5', 'milliseconds, at most 3600000'],
  ['SITE_VERSION', 'two words', 'a name such as 1.0.0'],
  ['SITE_VERSION', 'a'.repeat(101), 'a name such as 1.0.0'],
  ['SITE_ORIGIN', 'ftp://example.com', 'an origin'],
  ['SITE_ORIGIN', 'https://EXAMPLE.com', 'in lower case'],
  ['SITE_ORIGIN', 'https://me@example.com', 'an origin'],
  ['SITE_ORIGIN', 'https://example.com?a', 'without a path'],
  ['SITE_ORIGIN', 'https://my_site.example', 'an origin'],
  ['SITE_ORIGIN', 'https://-a.example', 'an origin'],
  ['SITE_ORIGIN', 'https://a-.example', 'an origin'],
])('%s=%s is refused with what to write instead', (name, value, cure) => {
  const refused = () => readConfig({ [name]: value }, ORIGIN)
  expect(refused).toThrow(expect.objectContaining({ name: 'UserError' }))
  expect(refused).toThrow(new RegExp(`^${name}=.*${cure.replace('.', '\\.')}`))
})

const VARIABLES =
  'PORT HOST SITE_ORIGIN SITE_VERSION SERVE TRUST_PROXY HSTS LOG_LEVEL LOG_INTERVAL KEEP_ALIVE_TIMEOUT ' +
  'SHUTDOWN_DELAY SHUTDOWN_TIMEOUT'
const empty = Object.fromEntries(VARIABLES.split(' ').map(name => [name, '']))

test.each([
  { what: 'that is not set', env: {} },
  { what: 'that is empty, as in a compose file,', env: empty },
])('a variable $what has its default', ({ env }) => {
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
    keepAliveTimeout: 75_000, // Longer than nginx's and AWS ALB's 60 s.
    shutdownDelay: 1000,
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

test.each(['https://www.example.com', 'https://example.com'])('the placeholder %s is a warning', origin => {
  expect(originWarning(origin)).toBe(
    `SITE_ORIGIN is the placeholder ${origin}: canonical links, the sitemap and link previews name it.`,
  )
})

test('another origin is none', () => {
  expect(originWarning('https://notexample.com')).toBeUndefined()
})

test.each([
  { host: '::1', url: 'http://[::1]:3000' },
  { host: '127.0.0.1', url: 'http://127.0.0.1:3000' },
])('the address that the log says of HOST=$host is $url', ({ host, url }) => {
  expect(urlOf(host, 3000)).toBe(url)
})

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

test.each([
  { name: 'PORT', text: '0', read: { port: 0 } },
  { name: 'PORT', text: '65535', read: { port: 65_535 } },
  { name: 'HOST', text: '0.0.0.0', read: { host: '0.0.0.0' } },
  { name: 'HOST', text: '::', read: { host: '::' } },
  { name: 'HOST', text: 'my-host.local', read: { host: 'my-host.local' } },
  { name: 'SERVE', text: 'static', read: { serve: 'static' } },
  { name: 'TRUST_PROXY', text: 'true', read: { trustProxy: true } },
  { name: 'TRUST_PROXY', text: 'false', read: { trustProxy: false } },
  ...['off', 'host', 'subdomains', 'preload'].map(text => ({ name: 'HSTS', text, read: { hsts: text } })),
  { name: 'SITE_VERSION', text: COMMIT, read: { release: COMMIT } },
  { name: 'SITE_VERSION', text: 'a'.repeat(100), read: { release: 'a'.repeat(100) } },
  { name: 'SITE_VERSION', text: 'team/site:v1.0_a-b+c@d', read: { release: 'team/site:v1.0_a-b+c@d' } },
  ...['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map(text => ({
    name: 'LOG_LEVEL',
    text,
    read: { logLevel: text },
  })),
  { name: 'LOG_INTERVAL', text: '86400000', read: { logInterval: 86_400_000 } },
  { name: 'LOG_INTERVAL', text: '0', read: { logInterval: 0 } },
  { name: 'KEEP_ALIVE_TIMEOUT', text: '3600000', read: { keepAliveTimeout: 3_600_000 } },
  { name: 'SHUTDOWN_DELAY', text: '3600000', read: { shutdownDelay: 3_600_000 } },
  { name: 'SHUTDOWN_TIMEOUT', text: '3600000', read: { shutdownTimeout: 3_600_000 } },
])('$name=$text is taken', ({ name, text, read }) => {
  expect(readConfig({ [name]: text }, ORIGIN)).toMatchObject(read)
})

test.each([
  { code: 'EADDRINUSE', message: 'PORT=80 is in use: write another one, or 0 for any free port.' },
  { code: 'EACCES', message: 'HOST=::1, PORT=80 cannot be listened on: permission denied' },
])('where listening fails with $code, the message says what to change', ({ code, message }) => {
  const config = readConfig({ HOST: '::1', PORT: '80' }, ORIGIN)
  const error = Object.assign(new Error('permission denied'), { code })
  expect(addressError(config, error)).toMatchObject({ name: 'UserError', message })
})
