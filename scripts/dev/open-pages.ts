import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { type Bundle, inline } from '../build/bundle.ts'

/** The pages that are open in browsers during development. client/reload.ts is the script in them: it receives these events. */
export function createOpenPages() {
  const open = new Set<ServerResponse>()
  let last: Bundle | undefined
  /** The current problem; with a path where it concerns one page. */
  let problem: { text: string; path: string | undefined } | undefined

  const tell = (event: string, data: unknown, pages: Iterable<ServerResponse> = open) => {
    for (const page of pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function report(text: string, path?: string): void {
    if (text !== problem?.text) console.error(`\n${text}\n`)
    problem = { text, path }
    tell('problem', problem)
  }

  /** Reloads the open pages after a good build, or replaces their style where nothing else has changed. */
  function update(bundle: Bundle): void {
    if (!problem && last?.code === bundle.code) tell('style', bundle.assets.style)
    else tell('reload', '')
    problem = undefined
    last = bundle
  }

  const show = ({ assets }: Bundle) => !problem && assets.version === last?.assets.version

  /** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
  const follow: RequestHandler = ({ url }, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
    open.add(res)
    res.on('close', () => open.delete(res))
    // Events that were sent before this page was listening.
    const version = last?.assets.version ?? ''
    if (url.split('?')[1] !== version) tell('reload', '', [res])
    else if (problem) tell('problem', problem, [res])
  }

  /** The page to show while there is no good build, or where a page cannot be rendered. */
  const emptyPage = async () => {
    const script = last?.assets.reload ?? (await inline('client/reload.ts', { VERSION: '""' }))
    return `<!doctype html><title>Development</title><script>${script}</script>`
  }

  return { report, update, show, follow, emptyPage }
}
