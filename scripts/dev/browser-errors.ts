import { SourceMap } from 'node:module'
import express, { type Request, type RequestHandler } from 'express'
import { withSource } from './source-lines.ts'

/** A place in a module of the project, as a browser has loaded it: http://localhost:3000/dev/shared/page.tsx?t=1:12:34 */
const PLACE = /https?:\/\/[^\s/]+(\/dev\/((?:client|shared)\/[^\s:?()]+)[^\s:()]*):(\d+):(\d+)/g

/** The map at the end of a module: https://tc39.es/ecma426/#sec-linking-inline */
const INLINE_MAP = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/

/** Answers a stack of the browser with the places in the source, and the lines around the first of them. */
export const explainStack: RequestHandler[] = [
  express.text({ type: () => true }),
  async (req, res) => {
    let stack = String(req.body)
    for (const [frame, path = '', file, line, column] of stack.matchAll(PLACE)) {
      const map = await mapOf(path, req)
      const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
      if (entry && 'originalLine' in entry)
        stack = stack.replace(frame, `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
    }
    res.type('text').send(withSource(stack))
  },
]

/** The source map of a module that this server sends. */
async function mapOf(path: string, { socket }: Request): Promise<SourceMap | undefined> {
  const { localAddress = '', localPort } = socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const module = await fetch(`http://${host}:${localPort}${path}`)
  const [, map] = INLINE_MAP.exec(await module.text()) ?? []
  return map ? new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString())) : undefined
}
