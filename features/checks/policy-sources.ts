import { decoded } from '../../scripts/lib/decoded.ts'

// https://www.w3.org/TR/CSP3/#framework-directive-source-list
const SCHEME = /^[a-z][a-z\d+.-]*:$/i
const HOST =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*:)\/\/)?(?<host>\*|(?:\*\.)?[\w.-]+)(?::(?<port>\d+|\*))?(?<path>\/.*)?$/i

/** The schemes that a scheme also allows: https://www.w3.org/TR/CSP3/#scheme-part-match */
const upgrades: Readonly<Record<string, readonly string[]>> = {
  'http:': ['https:'],
  'ws:': ['wss:', 'http:', 'https:'],
  'wss:': ['https:'],
}

const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
}

/** Whether a policy's source allows an address: https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
export function allows(source: string, url: URL, site: URL): boolean {
  if (source === "'self'") return url.origin === site.origin
  if (source === '*') return url.protocol in defaultPorts
  if (SCHEME.test(source)) return matchesScheme(source, url)
  const { scheme = site.protocol, host = '', port, path } = HOST.exec(source)?.groups ?? {}
  return (
    matchesScheme(scheme, url) && matchesHost(host, url) && matchesPort(port, url) && matchesPath(path, url)
  )
}

function matchesScheme(scheme: string, { protocol }: URL): boolean {
  const own = scheme.toLowerCase()
  return own === protocol || (upgrades[own] ?? []).includes(protocol)
}

function matchesHost(host: string, { hostname }: URL): boolean {
  const own = host.toLowerCase()
  return own.startsWith('*') ? hostname.endsWith(own.slice(1)) : hostname === own
}

/** A URL's port is empty if it's the default of its scheme. */
function matchesPort(port: string | undefined, url: URL): boolean {
  if (port === '*') return true
  return (port ?? defaultPorts[url.protocol]) === (url.port || defaultPorts[url.protocol])
}

/** A path that ends with a slash allows everything below it; any other path allows only itself. */
function matchesPath(path: string | undefined, { pathname }: URL): boolean {
  if (path === undefined) return true
  return path.endsWith('/')
    ? decoded(pathname).startsWith(decoded(path))
    : decoded(pathname) === decoded(path)
}
