import { isIP } from 'node:net'
import type { RequestHandler } from 'express'

/**
 * Refuses what another site asks for: its pages may neither read sources nor follow events. Not even by a name of its own
 * that leads to this machine: https://en.wikipedia.org/wiki/DNS_rebinding
 */
export const refuseForeign =
  (host: string): RequestHandler =>
  ({ headers }, res, next) => {
    const name = hostnameOf(`http://${headers.host}`)
    const isOwn = name !== undefined && (name === host || isLocal(name))
    const isSameOrigin = headers.origin === undefined || hostOf(headers.origin) === headers.host
    if (isOwn && isSameOrigin) return next()
    res.status(403).type('text').send('npm run dev answers this machine alone.\n')
  }

/** An address is no name, by which another site could come here. */
const isLocal = (name: string) => /(^|\.)localhost$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0

const hostnameOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : undefined)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined)
