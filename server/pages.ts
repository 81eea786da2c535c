import type { RequestHandler } from 'express'
import { type PageId, pageAt, pageIds } from '../shared/pages.ts'
import { NOWHERE } from './paths.ts'
import type { Render } from './render.tsx'
import { matches } from './response.ts'

/** In milliseconds. A page is rendered in less than one: what takes this long will not end well. */
const RENDER_TIMEOUT = 10_000

/** Why a rendering is given up where the visitor has left. Nobody needs to know. */
const LEFT = new Error('the visitor has left')

interface Options {
  render: Render
  /** A hash of everything that a page depends on. */
  version: string
  /** In milliseconds. */
  timeout?: number
}

/** Middleware for live rendering (SSR): the pages of the table, and the not-found page for whatever reaches it. */
export function createPages({ render, version, timeout = RENDER_TIMEOUT }: Options) {
  // Weak, because compression sends the page in several content encodings under one ETag.
  const etags = new Map<PageId, string>(pageIds.map(id => [id, `W/"${version}-${id}"`]))

  const stream = async (path: string, ...[req, res]: Parameters<RequestHandler>) => {
    // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
    if (req.method === 'HEAD') req.method = 'GET'
    // Not AbortSignal.any and AbortSignal.timeout: the two would cost a tenth of the whole page.
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new Error(`timeout: no page after ${timeout} ms`)), timeout)
    res.on('close', () => {
      clearTimeout(timer)
      if (!res.writableFinished) stop.abort(LEFT)
    })
    try {
      const rendering = await render(path, stop.signal)
      res.statusCode = rendering.status
      res.setHeader('Content-Type', 'text/html; charset=utf-8')
      res.setHeader('Vary', 'Accept-Encoding')
      rendering.pipe(res)
      await rendering.complete
    } catch (error) {
      if (error !== LEFT) throw error
    }
  }

  const page: RequestHandler = (req, res, next) => {
    const id = pageAt(req.path)
    const etag = id && etags.get(id)
    if (!etag) return next()
    res.setHeader('Cache-Control', 'no-cache')
    res.setHeader('ETag', etag)
    if (!matches(req.headers['if-none-match'], etag)) return stream(req.path, req, res, next)
    res.setHeader('Vary', 'Accept-Encoding')
    res.status(304).end()
  }

  const notFound: RequestHandler = (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    return stream(NOWHERE, req, res, next)
  }

  return { page, notFound }
}
