import type { ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { RequestHandler } from 'express'
import type { Bundle } from '../../scripts/bundle/bundle.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { devScript } from './dev-script.ts'
import { withSource } from './source-lines.ts'

/** What is shown of a build. */
type Shown = Pick<Bundle, 'manifest' | 'buildId'>

/** The pages that are open in browsers during development. dev-client.ts is the script in them: it receives these events. */
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
  isShown(bundle: Pick<Bundle, 'buildId'>): boolean
  /** Whether a problem was reported since the last good build that is not of one page alone. */
  hasBuildProblem(): boolean
  /** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
  follow: RequestHandler
  /** The page to show while there is no good build, or where a page cannot be rendered. */
  emptyPage(): Promise<string>
}

/** Files that make a document, or stand beside it, and are neither in the manifest nor a module of the browser. */
const IN_DOCUMENT = /^(server\/(?!site\/)|server\/site\/policy\.ts$|shared\/site\/public\/)/

/**
 * What stands in the document of every page, beside its style and the script of development. The colour of a phone's bars may be
 * that of the edit before: no state is lost for it.
 */
const inDocument = (manifest: Manifest) => ({
  ...manifest,
  ...{ buildDate: '', style: '', devScript: '', paper: undefined },
})

interface Problem {
  text: string
  path: string | undefined
  works: boolean | undefined
}

export function createOpenPages(): OpenPages {
  const open = new Set<ServerResponse>()
  let last: Shown | undefined
  /** By the page, and undefined for the build: those since the last good build. */
  const problems = new Map<string | undefined, Problem>()

  const tell = (page: ServerResponse, event: string, data: unknown) =>
    page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const tellAll = (event: string, data: unknown) => {
    for (const page of open) tell(page, event, data)
  }

  return {
    report(told, path, works) {
      const problem = { text: withSource(told), path, works }
      if (problem.text !== problems.get(path)?.text) console.error(`\n${problem.text}\n`)
      problems.set(path, problem)
      tellAll('problem', problem)
    },
    update(bundle, edited) {
      const before = last
      problems.clear()
      last = bundle
      const isSameDocument =
        before !== undefined && isDeepStrictEqual(inDocument(before.manifest), inDocument(bundle.manifest))
      if (!isSameDocument || edited.some(name => IN_DOCUMENT.test(name)))
        return tellAll('reload', edited.join(', '))
      if (before.manifest.style !== bundle.manifest.style) tellAll('style', bundle.manifest.style)
      tellAll('built', { isCodeEdited: edited.some(name => !name.endsWith('.css')) })
    },
    isShown: ({ buildId }) => problems.size === 0 && buildId === last?.buildId,
    hasBuildProblem: () => problems.has(undefined),
    follow(req, res) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
      open.add(res)
      res.on('close', () => open.delete(res))
      // Events that were sent before this page was listening.
      const [, buildId] = req.url.split('?')
      if (buildId !== (last?.buildId ?? '')) tell(res, 'reload', '')
      else for (const problem of problems.values()) tell(res, 'problem', problem)
    },
    async emptyPage() {
      const script = last?.manifest.devScript ?? (await devScript(''))
      return `<!doctype html><title>Development</title><script>${script}</script>`
    },
  }
}
