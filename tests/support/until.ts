import { expect, vi } from 'vitest'
import type { LogLine } from './process.ts'

/** Waits for an assertion to hold. Not expect.poll, which fails in hooks, and in tests that run at the same time. */
export const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000, interval: 20 })

/** Waits until a process has logged a message with these words. */
export const untilLogged = ({ logs }: { logs: readonly LogLine[] }, words: string) =>
  until(() => expect(logs.map(({ msg }) => msg)).toContainEqual(expect.stringContaining(words)))
