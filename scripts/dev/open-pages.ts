import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { type Bundle, reloadScript } from '../bundle/bundle.ts'

/** What is shown of a build. */
type Shown = Pick<Bundle, 'manifest' | 'codeHash'>

/** The pages that are open in browsers during development. client/reload.ts is the script in them: it receives these events. */
export interface OpenPages {
  /** Shows a problem in the terminal and in the open pages; with a path where it concerns one page. */
  report(text: string, path?: string): void
  /** Reloads the open pages after a good build, or replaces their style where nothing else has changed. */
  update(bundle: Shown): void
  /** Whether the open pages show this build already. */
  isShown(bundle: Pick<Bundle, 'manifest'>): boolean
  /** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
  follow: RequestHandler
  /** The page to show while there is no good build, or where a page cannot be rendered. */
  emptyPage(): Promise<string>
}

interface Problem {
  text: string
  path: string | undefined
}

export function createOpenPages(): OpenPages {
  const open = new Set<ServerResponse>()
  let last: Shown | undefined
  let problem: Problem | undefined

  const tell = (page: ServerResponse, event: string, data: unknown) =>
    page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const tellAll = (event: string, data: unknown) => {
    for (const page of open) tell(page, event, data)
  }

  return {
    report(text, path) {
      if (text !== problem?.text) console.error(`\n${text}\n`)
      problem = { text, path }
      tellAll('problem', problem)
    },
    update(bundle) {
      const isStyleOnly = !problem && last?.codeHash === bundle.codeHash
      problem = undefined
      last = bundle
      if (isStyleOnly) tellAll('style', bundle.manifest.style)
      else tellAll('reload', '')
    },
    isShown: ({ manifest }) => !problem && manifest.version === last?.manifest.version,
    follow(req, res) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
      open.add(res)
      res.on('close', () => open.delete(res))
      // Events that were sent before this page was listening.
      const version = last?.manifest.version ?? ''
      const [, shown] = req.url.split('?')
      if (shown !== version) tell(res, 'reload', '')
      else if (problem) tell(res, 'problem', problem)
    },
    async emptyPage() {
      const script = last?.manifest.reload ?? (await reloadScript(''))
      return `<!doctype html><title>Development</title><script>${script}</script>`
    },
  }
}
