import type { ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { RequestHandler } from 'express'
import { inlineScript } from '../../scripts/bundle/inline-scripts.ts'
import { root } from '../../scripts/lib/root.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { withSource } from './source-lines.ts'

/** Bundles the inline script that shows edits and errors in a page of this build. */
export const devScript = (buildId: string) =>
  inlineScript('features/development/client/dev-client.ts', {
    BUILD_ID: JSON.stringify(buildId),
    ROOT: JSON.stringify(pathToFileURL(root).pathname),
  })

/** The build that the open pages show. */
interface ShownBuild {
  buildId: string
  /** Its manifest for development. */
  manifest: Manifest
}

/** The pages that are open in browsers during development. dev-client.ts is the script in them: it receives these events. */
export interface OpenPages {
  /**
   * Shows a problem in the terminal and in the open pages. Pass a path if it concerns only the page there. If `works` is true, as
   * for a mistake that only a build would refuse, the problem stays in a corner of the page.
   */
  report(text: string, path?: string, works?: boolean): void
  /**
   * Notifies the open pages of a good build: a new style, new code, or a reload if their document has changed. Vite has already
   * refreshed their modules. `edited` are paths in the project.
   */
  update(build: ShownBuild, edited: readonly string[]): void
  /** Whether the open pages already show this build. */
  isShown(buildId: string): boolean
  /** Whether a problem that concerns all pages was reported since the last good build. */
  hasBuildProblem(): boolean
  /** Responds with server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
  follow: RequestHandler
  /** Makes the page that shows problems while there is no good build, or if a page can't be rendered. */
  emptyPage(): Promise<string>
}

/** Files that can change the document or the files next to it, but are neither in the manifest nor the browser's modules. */
const IN_DOCUMENT = /^(server\/(?!site\/)|server\/site\/policy\.ts$|shared\/site\/public\/)/

/**
 * The parts of the manifest that need a reload if they change. Leaves out the style, because open pages replace it, and `paper`,
 * the colour of a phone's toolbars: showing the old colour is better than losing the page's state.
 */
const inDocument = (manifest: Manifest) => ({
  ...manifest,
  buildDate: '',
  style: '',
  devScript: '',
  paper: undefined,
})

interface Problem {
  text: string
  path: string | undefined
  works: boolean | undefined
}

export function createOpenPages(): OpenPages {
  const open = new Set<ServerResponse>()
  let last: ShownBuild | undefined
  /** The problems since the last good build, by the page's path. A problem in the build itself has the key undefined. */
  const problems = new Map<string | undefined, Problem>()

  const send = (page: ServerResponse, event: string, data: unknown) =>
    page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const sendAll = (event: string, data: unknown) => {
    for (const page of open) send(page, event, data)
  }

  return {
    report(message, path, works) {
      const problem = { text: withSource(message), path, works }
      if (problem.text !== problems.get(path)?.text) console.error(`\n${problem.text}\n`)
      problems.set(path, problem)
      sendAll('problem', problem)
    },
    update(build, edited) {
      const before = last
      problems.clear()
      last = build
      const isSameDocument =
        before !== undefined && isDeepStrictEqual(inDocument(before.manifest), inDocument(build.manifest))
      if (!isSameDocument || edited.some(name => IN_DOCUMENT.test(name)))
        return sendAll('reload', edited.join(', '))
      if (before.manifest.style !== build.manifest.style) sendAll('style', build.manifest.style)
      sendAll('built', { isCodeEdited: edited.some(name => !name.endsWith('.css')) })
    },
    isShown: buildId => problems.size === 0 && buildId === last?.buildId,
    hasBuildProblem: () => problems.has(undefined),
    follow(req, res) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
      open.add(res)
      res.on('close', () => open.delete(res))
      // The page may have missed these events.
      const [, buildId] = req.url.split('?')
      if (buildId !== (last?.buildId ?? '')) send(res, 'reload', '')
      else for (const problem of problems.values()) send(res, 'problem', problem)
    },
    async emptyPage() {
      const script = last?.manifest.devScript ?? (await devScript(''))
      return `<!doctype html><title>Development</title><script>${script}</script>`
    },
  }
}
