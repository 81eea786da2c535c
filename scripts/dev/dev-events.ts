import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Bundle } from '../bundle/bundle.ts'
import { devScript } from '../bundle/inline-scripts.ts'
import { withSource } from './source-lines.ts'

/** What is shown of a build. */
type Shown = Pick<Bundle, 'manifest' | 'version' | 'codeHash' | 'documentHash'>

/** The pages that are open in browsers during development. client/dev/dev-client.ts is the script in them: it receives these events. */
export interface OpenPages {
  /**
   * Shows a problem in the terminal and in the open pages; with a path where it concerns one page, which may work all the
   * same: what a build would refuse is shown in its corner.
   */
  report(text: string, path?: string, works?: boolean): void
  /**
   * Tells the open pages of a good build: of another style, or of other code. Vite has refreshed their modules by then. They
   * are loaded anew where their document is another one. `edited` are files of the project.
   */
  update(bundle: Shown, edited: readonly string[]): void
  /** Whether the open pages show this build already. */
  isShown(bundle: Pick<Bundle, 'version'>): boolean
  hasProblem(): boolean
  /** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
  follow: RequestHandler
  /** The page to show while there is no good build, or where a page cannot be rendered. */
  emptyPage(): Promise<string>
}

/** Files that make a document, or stand beside it. They are not in the documentHash, and in no module of the browser. */
const IN_DOCUMENT = /^(server\/(?!site\/)|server\/site\/policy\.ts$|shared\/site\/public\/)/

interface Problem {
  text: string
  path: string | undefined
  works: boolean | undefined
}

export function createOpenPages(): OpenPages {
  const open = new Set<ServerResponse>()
  let last: Shown | undefined
  let problem: Problem | undefined

  /** The id is the version that the page then has: a browser sends it when it connects again. */
  const tell = (page: ServerResponse, event: string, data: unknown) =>
    page.write(`event: ${event}\nid: ${last?.version ?? ''}\ndata: ${JSON.stringify(data)}\n\n`)
  const tellAll = (event: string, data: unknown) => {
    for (const page of open) tell(page, event, data)
  }

  return {
    report(told, path, works) {
      const text = withSource(told)
      if (text !== problem?.text) console.error(`\n${text}\n`)
      problem = { text, path, works }
      tellAll('problem', problem)
    },
    update(bundle, edited) {
      const before = last
      problem = undefined
      last = bundle
      if (before?.documentHash !== bundle.documentHash || edited.some(name => IN_DOCUMENT.test(name)))
        return tellAll('reload', edited.join(', '))
      if (before.manifest.style !== bundle.manifest.style) tellAll('style', bundle.manifest.style)
      tellAll('built', { isCodeEdited: before.codeHash !== bundle.codeHash })
    },
    isShown: ({ version }) => !problem && version === last?.version,
    hasProblem: () => problem !== undefined,
    follow(req, res) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
      open.add(res)
      res.on('close', () => open.delete(res))
      // Events that were sent before this page was listening.
      const [, rendered] = req.url.split('?')
      const shown = req.get('Last-Event-ID') ?? rendered
      if (shown !== (last?.version ?? '')) tell(res, 'reload', '')
      else if (problem) tell(res, 'problem', problem)
    },
    async emptyPage() {
      const script = last?.manifest.devScript ?? (await devScript(''))
      return `<!doctype html><title>Development</title><script>${script}</script>`
    },
  }
}
