/** A browser with one page open: what the tests ask of engines other than Chromium. */
export interface Visitor {
  /** Resolves when the page is loaded. */
  goto(url: string): Promise<void>
  back(): Promise<void>
  /** Resolves to the value of an expression in the page, or to what its promise resolves to. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks at a point of the window, whatever is there. */
  clickAt(x: number, y: number): Promise<void>
  press(key: Key): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Opens pages, and collects what the console says until each of them has said the last words. */
  consoleOf(urls: string[], lastWords: string): Promise<string[]>
  close(): Promise<void>
}

export type Key = 'Escape' | 'Tab' | 'Enter'

/** Runs a function in the page. */
export const inPage = <Args extends unknown[], Result>(
  visitor: Visitor,
  run: (...args: Args) => Result,
  ...args: Args
) => visitor.evaluate(`(${run})(${args.map(arg => JSON.stringify(arg)).join()})`) as Promise<Awaited<Result>>

/** Scrolls an element into the middle of the window, and clicks in the middle of it. */
export async function click(visitor: Visitor, selector: string): Promise<void> {
  const [x, y] = await inPage(
    visitor,
    selector => {
      const element = [...document.querySelectorAll(selector)].find(each => each.checkVisibility())
      if (!element) throw new Error(`no ${selector} is visible`)
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      return [left + width / 2, top + height / 2] as const
    },
    selector,
  )
  await visitor.clickAt(x, y)
}
