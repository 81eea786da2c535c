import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { PROGRAM_FILE } from './built-files.ts'

/** An error that the person who runs the command can fix. The message says how, and is printed without a stack. */
export class UserError extends Error {
  override name = 'UserError'
}

/** The error for a file that can't be read. The command makes it again, which is no cure for missing permissions. */
export function unreadable(file: string, error: Error, command: string): UserError {
  const isForbidden = 'code' in error && error.code === 'EACCES'
  const cure = isForbidden ? 'change the owner or the permissions' : `run ${command}`
  return new UserError(`${file} can't be read (${error.message}): ${cure}`)
}

/** The reason for an abort when nobody waits for the response any longer. It isn't a server error. */
export class ClientLeft extends Error {
  override name = 'ClientLeft'
}

/** Why the server cut a client's connection: `socket.destroy` gets it, and the request's log line reads it. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut'
}

/** A page's failure that another request has logged. This request gets the same status, without a second stack in the log. */
export class SharedFailure extends Error {
  override name = 'SharedFailure'
  /** The status for an error that the client has caused. `clientErrorStatus` reads this and `expose`. */
  status: number | undefined
  expose = true
  constructor(error: unknown) {
    super('the page failed for another request')
    this.status = clientErrorStatus(error)
  }
}

/** React's stack of components for each error that a component has thrown. */
const componentStacks = new WeakMap<object, string>()

/** An HTML element's line in a component stack. It has no place in the source. */
const ELEMENT = /^ +at [a-z][\w-]*(?:\n|$)/gm

/** Records React's component stack for an error: the error's own stack lacks the components around the one that has thrown. */
export function recordComponentStack(thrown: unknown, componentStack: string | undefined): void {
  if (typeof thrown !== 'object' || thrown === null || !componentStack) return
  const stack = componentStack.replaceAll(' (<anonymous>)', '').replace(ELEMENT, '')
  componentStacks.set(thrown, stack.trim())
}

/** Reads a property of a thrown value, whose getter may throw, too. */
function propertyOf(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined

/**
 * Describes a thrown value for the log, with these properties only: others, such as the `body` of http-errors, may contain
 * what a visitor has sent.
 */
export function describeError(thrown: unknown, causes = 5): object {
  if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown, message: String(thrown) }
  const cause = propertyOf(thrown, 'cause')
  const componentStack = componentStacks.get(thrown)
  return {
    type: textOf(propertyOf(thrown, 'name')) ?? 'Object',
    message: textOf(propertyOf(thrown, 'message')),
    code: textOf(propertyOf(thrown, 'code')),
    status: textOf(propertyOf(thrown, 'status')),
    stack: stackOf(thrown),
    components: componentStack && readableStack(componentStack),
    cause: cause === undefined || causes === 0 ? undefined : describeError(cause, causes - 1),
  }
}

/** The file system's error codes for a missing file. */
const NOT_THERE = /^(ENOENT|ENOTDIR|ENAMETOOLONG)$/

/**
 * The status of an error that the client has caused. Express's body parsers set `expose`, res.sendFile has a 404 with a code of
 * the file system, and a router throws a URIError for a param such as %zz. Other errors with a `status`, such as an SDK's, are
 * ours.
 */
export function clientErrorStatus(thrown: unknown): number | undefined {
  const status = propertyOf(thrown, 'status')
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  const isMissing = status === 404 && NOT_THERE.test(String(propertyOf(thrown, 'code')))
  const isMalformedParam = thrown instanceof URIError
  return isMissing || isMalformedParam || propertyOf(thrown, 'expose') === true ? status : undefined
}

/**
 * The first place in the site's code that an error's stack names, such as server/site/endpoints.ts:12:3, or that React's
 * component stack does. If a component threw and neither has one, it's the place in a package.
 */
export function placeInSite(error: unknown): string | undefined {
  const text = stackOf(error) ?? ''
  const components = typeof error === 'object' && error !== null ? componentStacks.get(error) : undefined
  const inComponents = components && (SITE_PLACE.exec(readableStack(components)) ?? PACKAGE_PLACE.exec(text))
  return (SITE_PLACE.exec(text) || inComponents || [])[0]
}

const SITE_PLACE = /(?:shared|server)\/site\/(?!\S*node_modules\/)[^\s:()]+:\d+:\d+/
const PACKAGE_PLACE = /node_modules\/(?!react(?:-dom)?\/)[^\s:()]+:\d+:\d+/

/** A place in a build's program, such as `file:///C:/my%20site/build/program.js:12:345`. In development it has a query. */
const PLACE = new RegExp(`(file://\\S+?/${PROGRAM_FILE}(?:\\?\\d+)?):(\\d+):(\\d+)`, 'g')

const sourceMaps = new Map<string, SourceMap | undefined>()

/**
 * Replaces the places in a stack with the source's files and lines. The program's source map is read at the first error: with
 * --enable-source-maps Node would read it at each start, which takes 100 ms and 30 MB.
 */
export function readableStack(stack: string): string {
  return stack.replaceAll(PLACE, (frame, program, line, column) => {
    const map = sourceMaps.getOrInsertComputed(program, readSourceMap)
    if (!map) return frame
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
    if (!('originalSource' in entry)) return frame
    return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

/** A thrown value's stack, with the source's files and lines. */
export function stackOf(thrown: unknown): string | undefined {
  const stack = propertyOf(thrown, 'stack')
  return typeof stack === 'string' ? readableStack(stack) : undefined
}

function readSourceMap(program: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${program.replace(/\?\d+$/, '')}.map`), 'utf8')))
  } catch {
    return undefined
  }
}
