import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import type { RequestHandler } from 'express'
import { type Bundle, inline } from '../build/bundle.ts'
import { inSource, withCode } from '../build/explain-error.ts'

/**
 * The pages that are open in a browser while their source is edited. client/reload.ts is the script in them: it follows
 * the builds, and shows what is wrong over the page. `last` is the last good build.
 */
export function createOpenPages(last: () => Bundle | undefined) {
  const open = new Set<ServerResponse>()
  /** What is wrong; with the path of the page where it is about one page. */
  let problem: { text: string; path: string | undefined } | undefined

  const tell = (event: string, data: unknown, pages: Iterable<ServerResponse> = open) => {
    for (const page of pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function report(text: string, path?: string): void {
    if (text !== problem?.text) console.error(`\n${text}\n`)
    problem = { text, path }
    tell('problem', problem)
  }

  /** Shows a good build. Where only its style is new, that takes the place of the old one without a reload. */
  function update(bundle: Bundle): void {
    const before = last()
    if (!problem && before && haveSameFiles(before, bundle)) tell('style', bundle.assets.style)
    else tell('reload', '')
    problem = undefined
  }

  /** An endless response of events. */
  const follow: RequestHandler = ({ url }, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
    open.add(res)
    res.on('close', () => open.delete(res))
    // What was told before this page was listening.
    const build = last()?.assets.version ?? ''
    if (url.split('?')[1] !== build) tell('reload', '', [res])
    else if (problem) tell('problem', problem, [res])
  }

  /** Logs an error of the browser, and responds with what to show of it. */
  const reportFromBrowser: RequestHandler = async (req, res) => {
    const stack = stripVTControlCharacters(await text(req))
    const shown = withCode(inSource(stack, last()?.maps ?? new Map()))
    console.error(`\n${shown}\n`)
    res.type('text').send(shown)
  }

  /** A page for where there is none: nothing has been built yet, or the page cannot be rendered. */
  const emptyPage = async () => {
    const script = last()?.assets.reload ?? (await inline('client/reload.ts', { VERSION: '""' }))
    return `<!doctype html><title>Development</title><script>${script}</script>`
  }

  return { report, update, follow, reportFromBrowser, emptyPage, isWrong: () => problem !== undefined }
}

const haveSameFiles = (one: Bundle, other: Bundle) =>
  one.files.size === other.files.size &&
  [...other.files].every(
    ([name, body]) => Buffer.compare(body, one.files.get(name) ?? Buffer.alloc(0)) === 0,
  ) &&
  JSON.stringify(one.assets.content) === JSON.stringify(other.assets.content)
