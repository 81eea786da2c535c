import { expect, vi } from 'vitest'
import type { LogLine } from './process.ts'

/** Waits for an assertion to hold. Unlike expect.poll, it works in hooks and in concurrent tests. */
export const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000, interval: 20 })

/** Waits until a process has logged a message that contains this text. */
export const untilLogged = ({ logs }: { logs: readonly LogLine[] }, words: string) =>
  until(() => expect(logs.map(({ msg }) => msg)).toContainEqual(expect.stringContaining(words)))
