import type { SourceMap } from 'node:module'
import express, { type RequestHandler } from 'express'
import { ANY_FOLDER } from './project-folders.ts'
import { withSource } from './source-lines.ts'

/** A place in a module of the project, as a browser has loaded it: http://localhost:3000/dev/shared/page.tsx?t=1:12:34 */
const PLACE = new RegExp(
  String.raw`https?://[^\s/]+/dev(/(${ANY_FOLDER}/[^\s:?()]+)[^\s:()]*):(\d+):(\d+)`,
  'g',
)

/** Finds a module's source map by its URL path. Undefined before the first good build, or if the module has none. */
type MapOf = (url: string) => Promise<SourceMap | undefined> | undefined

/** Returns handlers that receive a browser's stack, and send it back with its places in the source and some of those lines. */
export const explainStack = (mapOf: MapOf): RequestHandler[] => [
  express.text({ type: () => true }),
  async (req, res) => {
    let stack = String(req.body)
    for (const [frame, url = '', file, line, column] of stack.matchAll(PLACE)) {
      const map = await mapOf(url)?.catch(() => undefined) // A module that can't be compiled now has no map.
      const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
      if (entry && 'originalLine' in entry)
        stack = stack.replace(frame, `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
    }
    res.type('text').send(withSource(stack))
  },
]

/** Returns handlers that print each message about what the policy blocks, once. The page sends it, and shows it, too. */
export function printBlocked(): RequestHandler[] {
  const printed = new Set<string>()
  return [
    express.text({ type: () => true }),
    (req, res) => {
      const text = String(req.body)
      if (!printed.has(text)) console.warn(`\n${text}\n`)
      printed.add(text)
      res.status(204).end()
    },
  ]
}
