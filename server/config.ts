import { company } from '../shared/company.ts'
import { UserError } from './errors.ts'

/** The configuration. README.md lists the variables. */
export type Config = ReturnType<typeof readConfig>

export const addressError = ({ port, host }: Config, { code, message }: NodeJS.ErrnoException) =>
  new UserError(
    code === 'EADDRINUSE'
      ? `PORT=${port} is in use: write another one, or 0 for any free port.`
      : `HOST=${host}, PORT=${port} cannot be listened on: ${message}`,
  )

/** Checks the environment. Throws a UserError that names the first bad variable. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, wanted: string): T => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) throw new UserError(`${name}=${text} cannot be used: write ${wanted}.`)
    return value
  }
  const integer = (max: number) => (text: string) =>
    /^\d+$/.test(text) && Number(text) <= max ? Number(text) : undefined
  const oneOf = <T extends string>(name: string, ...values: [T, ...T[]]) =>
    read(name, values[0], text => values.find(value => value === text), values.join(' or '))
  const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
  const flag = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)
  const hour = 3_600_000

  return {
    port: read('PORT', 3000, integer(65_535), 'a number from 0 (any free port) to 65535'),
    host: read('HOST', '127.0.0.1', matching(/^[\w.:-]+$/), 'an address, such as 0.0.0.0'),
    /** The public origin of the site, without a trailing slash. */
    origin: read('SITE_ORIGIN', company.origin, parseOrigin, AN_ORIGIN),
    /** `live` renders (SSR), `static` sends what was prerendered (SSG). */
    serve: oneOf('SERVE', 'live', 'static'),
    /** Whether the proxy's X-Request-Id and X-Forwarded-* are trusted. */
    trustProxy: read('TRUST_PROXY', false, flag, 'true or false'),
    /** The scope of Strict-Transport-Security: see docs/operations.md. */
    hsts: oneOf('HSTS', 'host', 'off', 'subdomains', 'preload'),
    /** The name that an operator gives to a release: the image's tag, a commit. */
    release: read('SITE_VERSION', '', matching(/^[\w.:+@/-]{1,100}$/), 'a name such as 1.0.0'),
    logLevel: oneOf('LOG_LEVEL', 'info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent'),
    logInterval: read('LOG_INTERVAL', 60_000, integer(24 * hour), 'milliseconds, or 0 for no such line'),
    keepAliveTimeout: read('KEEP_ALIVE_TIMEOUT', 75_000, integer(hour), 'milliseconds, at most 3600000'),
    shutdownTimeout: read('SHUTDOWN_TIMEOUT', 8000, integer(hour), 'milliseconds, at most 3600000'),
  }
}

const AN_ORIGIN =
  'an origin without a path or a default port, in lower case and punycode, such as https://www.example.com'

export const urlOf = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

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
