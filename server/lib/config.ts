import { UserError } from './errors.ts'

/**
 * The operator's variables, which docs/operations.md explains. Times are in milliseconds. Limits without a variable
 * are in a second table there, with the file that sets each.
 */
export interface Config {
  port: number
  host: string
  /** The site's public origin, without a trailing slash. */
  origin: string
  /** `live` renders pages (SSR), `static` sends the prerendered ones (SSG). */
  serve: 'live' | 'static'
  /** Whether the proxy's X-Request-Id and X-Forwarded-* are trusted. */
  trustProxy: boolean
  /** The scope of Strict-Transport-Security: see docs/operations.md. */
  hsts: 'host' | 'off' | 'subdomains' | 'preload'
  /** The operator's name for the release, such as the image's tag or a commit. Empty if there is none. */
  release: string
  logLevel: 'info' | 'fatal' | 'error' | 'warn' | 'debug' | 'trace' | 'silent'
  /** The time between two summaries in the log. 0 turns them off. */
  logInterval: number
  keepAliveTimeout: number
  /** How long new connections are accepted after SIGTERM. `shutdownTimeout` includes it. */
  shutdownDelay: number
  shutdownTimeout: number
}

/** Joins values, as in `a, b, or c`. */
const CHOICE = new Intl.ListFormat('en', { type: 'disjunction' })

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Checks the environment. Throws a UserError that names the first bad variable. `origin` comes from shared/site/company.ts. */
export function readConfig(env: NodeJS.ProcessEnv, origin: string): Config {
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, wanted: string): T => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) throw new UserError(`${name}=${text} can't be used: write ${wanted}.`)
    return value
  }
  const oneOf = <T extends string>(name: string, ...values: [T, ...T[]]) =>
    read(name, values[0], text => values.find(value => value === text), CHOICE.format(values))
  const shutdownTimeout = read('SHUTDOWN_TIMEOUT', 8000, integer(HOUR_MS), 'milliseconds, at most 3600000')

  return {
    port: read('PORT', 3000, integer(65_535), 'a number from 0 (any free port) to 65535'),
    host: read('HOST', '127.0.0.1', matching(/^[\w.:-]+$/), 'an address, such as 0.0.0.0'),
    origin: read('SITE_ORIGIN', origin, parseOrigin, AN_ORIGIN),
    serve: oneOf('SERVE', 'live', 'static'),
    trustProxy: read('TRUST_PROXY', false, parseFlag, 'true or false'),
    hsts: oneOf('HSTS', 'host', 'off', 'subdomains', 'preload'),
    release: read('SITE_VERSION', '', matching(/^[\w.:+@/-]{1,100}$/), A_RELEASE),
    logLevel: oneOf('LOG_LEVEL', 'info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent'),
    logInterval: read(
      'LOG_INTERVAL',
      60_000,
      integer(DAY_MS),
      'milliseconds, at most 86400000, or 0 for no summary',
    ),
    keepAliveTimeout: read('KEEP_ALIVE_TIMEOUT', 75_000, integer(HOUR_MS), 'milliseconds, at most 3600000'),
    shutdownDelay: read(
      'SHUTDOWN_DELAY',
      Math.min(1000, shutdownTimeout),
      integer(shutdownTimeout),
      `milliseconds, at most ${shutdownTimeout}, which is SHUTDOWN_TIMEOUT`,
    ),
    shutdownTimeout,
  }
}

const integer = (max: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) <= max ? Number(text) : undefined

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

function parseFlag(text: string): boolean | undefined {
  if (text === 'true') return true
  return text === 'false' ? false : undefined
}

const A_RELEASE = 'at most 100 characters from A-Z a-z 0-9 _ . : / + @ -, such as 1.0.0'

export const AN_ORIGIN =
  'an origin without a path or a default port, in lower case and punycode, such as https://www.example.com'

/** A label in a DNS host name: it has hyphens only between letters and digits. */
const LABEL = /^[a-z\d]+(-+[a-z\d]+)*$/

const isIPv6 = (hostname: string) => hostname.startsWith('[')
const isHostName = (hostname: string) => hostname.split('.').every(label => LABEL.test(label))

/** An origin as browsers write it. Undefined if the text isn't one. */
export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (!isIPv6(url.hostname) && !isHostName(url.hostname)) return undefined
  return text.replace(/\/$/, '') === url.origin ? url.origin : undefined
}

/** The error if the server can't listen on its address. */
export const addressError = ({ port, host }: Config, { code, message }: NodeJS.ErrnoException) =>
  new UserError(
    code === 'EADDRINUSE'
      ? `PORT=${port} is in use: choose another one, or 0 for any free port.`
      : `HOST=${host}, PORT=${port} can't be used: ${message}`,
  )

export const urlOf = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

export const originWarning = (origin: string): string | undefined =>
  /[/.]example\.com$/.test(origin)
    ? `The origin is still the placeholder ${origin}: canonical links and social images would point to it. Set SITE_ORIGIN, or origin in shared/site/company.ts.`
    : undefined
