import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { RequestHandler } from 'express'

/** Matches a HOST that listens on every address of this machine. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::)$/
const LOOPBACK = /^(127\.|::1$|localhost$)/

/** The host names that a server on `host` accepts, besides localhost and IP addresses. */
export function namesOfHost(host: string): string[] {
  if (EVERY_ADDRESS.test(host)) return [hostname().toLowerCase()]
  return isIP(host) ? [] : [host.toLowerCase()]
}

/** The host names and addresses to open in a browser, for a server that listens on `host`. */
export function hostsToOpen(host: string): string[] {
  if (!EVERY_ADDRESS.test(host)) return [host]
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  const reachable = all.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return ['localhost', ...namesOfHost(host), ...reachable.map(({ address }) => address)]
}

/** Whether other machines can reach a server that listens on `host`. */
export const isInNetwork = (host: string): boolean => !LOOPBACK.test(host)

/**
 * Refuses requests from other sites' pages, so that they can neither read sources nor follow events. It also refuses a foreign
 * host name that leads to this machine: https://en.wikipedia.org/wiki/DNS_rebinding
 */
export function refuseForeign(host: string): RequestHandler {
  const names = namesOfHost(host)
  const known = [...new Set(['localhost', ...names])].join(', ')
  const text = `Open the site at ${known} or an IP address. npm run dev refuses requests from other sites.\n`
  return ({ headers }, res, next) => {
    const name = URL.parse(`http://${headers.host}`)?.hostname
    const isOwn = name !== undefined && (names.includes(name) || isLocal(name))
    // A form of our own page sends `Origin: null`, because of its Referrer-Policy. No script can set Sec-Fetch-Site.
    const isSameOrigin =
      headers.origin === undefined ||
      URL.parse(headers.origin)?.host === headers.host ||
      headers['sec-fetch-site'] === 'same-origin'
    if (isOwn && isSameOrigin) return next()
    res.status(403).type('text').send(text)
  }
}

/** Whether a host is localhost or an IP address. DNS rebinding needs a different name. */
const isLocal = (name: string) => /(^|\.)localhost$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
