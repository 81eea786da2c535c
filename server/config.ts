import { company } from '../shared/company.ts'
import { UserError } from './errors.ts'

export interface Config {
  port: number
  host: string
  /** The public origin of the site, without a trailing slash. */
  origin: string
  /** `live` renders each request (SSR), `static` sends what was prerendered (SSG). */
  serve: 'live' | 'static'
  /** Whether a proxy in front is believed: its X-Request-Id, and to endpoints the client's address and scheme. */
  trustProxy: boolean
  /** How far Strict-Transport-Security reaches: docs/operations.md says what each value locks in. */
  hsts: (typeof hstsValues)[number]
  /** The name that an operator gives to a release: the image's tag, a commit. */
  release: string
  logLevel: (typeof logLevels)[number]
  /** Milliseconds between two lines of the log that sum up; 0 for none. */
  logInterval: number
  /** Milliseconds. */
  keepAliveTimeout: number
  /** Milliseconds. */
  shutdownTimeout: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const hstsValues = ['off', 'host', 'subdomains', 'preload'] as const

/** What to say of an address that cannot be listened on. */
export const addressError = ({ port, host }: Config, { code, message }: NodeJS.ErrnoException) =>
  new UserError(
    code === 'EADDRINUSE'
      ? `PORT=${port} is in use: write another one, or 0 for any free port.`
      : `HOST=${host}, PORT=${port} cannot be listened on: ${message}`,
  )

/** Checks the environment. Throws a UserError that names the first bad variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, wanted: string): T => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) throw new UserError(`${name}=${text} cannot be used: write ${wanted}.`)
    return value
  }
  const integer = (max: number) => (text: string) =>
    /^\d+$/.test(text) && Number(text) <= max ? Number(text) : undefined
  const oneOf =
    <T extends string>(...values: readonly T[]) =>
    (text: string) =>
      values.find(value => value === text)
  const flag = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)
  const hour = 3_600_000

  return {
    port: read('PORT', 3000, integer(65_535), 'a number from 0 (any free port) to 65535'),
    host: read(
      'HOST',
      '127.0.0.1',
      text => (/^[\w.:-]+$/.test(text) ? text : undefined),
      'an address, such as 0.0.0.0',
    ),
    origin: read(
      'SITE_ORIGIN',
      company.origin,
      parseOrigin,
      'an origin without a path or a default port, in lower case and punycode, such as https://www.example.com',
    ),
    serve: read('SERVE', 'live', oneOf('live', 'static'), 'live or static'),
    trustProxy: read('TRUST_PROXY', false, flag, 'true or false'),
    hsts: read('HSTS', 'host', oneOf(...hstsValues), `one of ${hstsValues.join(', ')}`),
    release: read(
      'SITE_VERSION',
      '',
      text => (/^[\w.:+@/-]{1,100}$/.test(text) ? text : undefined),
      'a name such as 1.0.0',
    ),
    logLevel: read('LOG_LEVEL', 'info', oneOf(...logLevels), `one of ${logLevels.join(', ')}`),
    logInterval: read('LOG_INTERVAL', 60_000, integer(24 * hour), 'milliseconds, or 0 for no such line'),
    keepAliveTimeout: read('KEEP_ALIVE_TIMEOUT', 75_000, integer(hour), 'milliseconds, at most 3600000'),
    shutdownTimeout: read('SHUTDOWN_TIMEOUT', 8000, integer(hour), 'milliseconds, at most 3600000'),
  }
}

/** The URL of where a server listens. */
export const urlOf = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Says so where the public origin is still the placeholder. */
export const originWarning = (origin: string): string | undefined =>
  /[/.]example\.com$/.test(origin)
    ? `SITE_ORIGIN is the placeholder ${origin}: canonical links, the sitemap and link previews name it.`
    : undefined

/** Lower-case labels of a host as DNS has them, or an IPv6 address. */
const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[\da-f:.]+\])$/

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !HOST.test(url.hostname)) return undefined
  return text.replace(/\/$/, '') === url.origin ? url.origin : undefined
}
