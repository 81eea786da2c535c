import { pino } from 'pino'
import { beforeEach, expect } from 'vitest'
import { serializers } from './engine.ts'
import type { LogLine } from './process.ts'

/** A logger like a process's, whose lines a test can read: the ones since the test started. */
export function createLogLines() {
  const lines: LogLine[] = []
  const log = pino({ serializers }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  beforeEach(() => void lines.splice(0))
  /** The lines of one request, when its response has been logged. */
  async function linesOf(id: unknown): Promise<LogLine[]> {
    await expect.poll(() => lines.find(line => line.id === id && line.method)).toBeDefined()
    return lines.filter(line => line.id === id)
  }
  /** The lines with a path, for a request whose response has no id. The line of an earlier request may come late. */
  const linesAt = (path: string) => lines.filter(line => line.path === path)
  /** The warnings and errors of a path. */
  const problemsAt = (path: string) => linesAt(path).filter(({ level }) => level >= 40)
  return { log, lines, linesOf, linesAt, problemsAt }
}

/** Waits for the line of a process's log that has these properties. */
export async function lineWith(logs: readonly LogLine[], properties: object): Promise<LogLine | undefined> {
  const names = Object.entries(properties)
  const find = () => logs.find(line => names.every(([name, value]) => line[name] === value))
  await expect.poll(find, { message: `a line with ${JSON.stringify(properties)}` }).toBeDefined()
  return find()
}
