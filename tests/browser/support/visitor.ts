import { expect, vi } from 'vitest'

/** A browser with one page open, as its protocol drives it. */
export interface Driver {
  /** Opens a page in a window of this size. Resolves when it has loaded. */
  goto(url: string, width: number, height: number): Promise<unknown>
  /** Resolves to the value of an expression in the page, or of its promise. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks at a point of the window, whatever is there. */
  clickAt(x: number, y: number): Promise<unknown>
  /** Moves the pointer to a point of the window. */
  moveTo(x: number, y: number): Promise<unknown>
  press(key: Key): Promise<unknown>
  close(): Promise<unknown>
}
export type Key = 'Enter' | 'Tab' | 'x'

/** In milliseconds. A limit for things that never happen: no test asserts how long something takes. */
const LIMIT = 60_000

/** Helpers for tests in any browser, which may be started later. */
export function createVisitor(driver: () => Driver) {
  /** Runs a function, or an expression, in the page. */
  const evaluate = <Args extends unknown[], Result>(
    script: string | ((...args: Args) => Result),
    ...args: Args
  ) => {
    const call = `(${script})(${args.map(arg => JSON.stringify(arg)).join()})`
    return driver().evaluate(typeof script === 'string' ? script : call) as Promise<Awaited<Result>>
  }

  const options = { timeout: LIMIT, interval: 50 }
  /** Waits until a function in the page returns a value. */
  const wait = <Result>(script: () => Result, expected: Result) =>
    expect.poll(() => evaluate(script), options).toEqual(expected)

  /** The centre of the first visible element that nothing covers. */
  const find = (selector: string) =>
    vi.waitUntil(() => evaluate(middleOf, selector).catch(() => undefined), options)

  return {
    evaluate,
    wait,
    press: (key: Key) => driver().press(key),
    open: (url: string, width: number, height: number) => driver().goto(url, width, height),
    /** Resolves when the page is hydrated. */
    hydrated: () => wait(() => 'hydrated' in document.documentElement.dataset, true),
    async click(selector: string) {
      const { x, y } = await find(selector)
      await driver().clickAt(x, y)
    },
    async hover(selector: string) {
      const { x, y } = await find(selector)
      await driver().moveTo(x, y)
    },
  }
}

function middleOf(selector: string) {
  for (const element of document.querySelectorAll(selector)) {
    if (!element.checkVisibility()) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [{ x, y, width, height } = new DOMRect()] = element.getClientRects()
    const middle = { x: x + width / 2, y: y + height / 2 }
    if (element.contains(document.elementFromPoint(middle.x, middle.y))) return middle
  }
  return undefined
}
