import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { RequestHandler } from 'express'

/** HOST that listens on every address of the machine. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::)$/
const LOOPBACK = /^(127\.|::1$|localhost$)/

/** The names by which a server that listens on `host` answers, beside localhost and addresses. */
export function namesOfHost(host: string): string[] {
  if (EVERY_ADDRESS.test(host)) return [hostname().toLowerCase()]
  return isIP(host) ? [] : [host.toLowerCase()]
}

/** What to open in a browser, of a server that listens on `host`. */
export function hostsToOpen(host: string): string[] {
  if (!EVERY_ADDRESS.test(host)) return [host]
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  const reachable = all.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return ['localhost', ...namesOfHost(host), ...reachable.map(({ address }) => address)]
}

/** Whether other machines reach a server that listens on `host`. */
export const isInNetwork = (host: string): boolean => !LOOPBACK.test(host)

/**
 * Refuses what another site asks for: its pages may neither read sources nor follow events. Not even by a name of its own
 * that leads to this machine: https://en.wikipedia.org/wiki/DNS_rebinding
 */
export function refuseForeign(host: string): RequestHandler {
  const names = namesOfHost(host)
  const known = [...new Set(['localhost', ...names])].join(', ')
  const text = `Open the site at ${known} or an IP address. npm run dev refuses requests from other sites.\n`
  return ({ headers }, res, next) => {
    const name = hostnameOf(`http://${headers.host}`)
    const isOwn = name !== undefined && (names.includes(name) || isLocal(name))
    // The Origin of a page's own form is null, as its Referrer-Policy is no-referrer. No script can set Sec-Fetch-Site.
    const isSameOrigin =
      headers.origin === undefined ||
      hostOf(headers.origin) === headers.host ||
      headers['sec-fetch-site'] === 'same-origin'
    if (isOwn && isSameOrigin) return next()
    res.status(403).type('text').send(text)
  }
}

/** An address is no name, by which another site could come here. */
const isLocal = (name: string) => /(^|\.)localhost$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0

const hostnameOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : undefined)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined)
