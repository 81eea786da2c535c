import { ANY_INLINE, directiveToAllow, lineOf, parsePolicy, sourceOf } from '../../../shared/csp.ts'
import { ANY_FOLDER } from '../project-folders.ts'

/** The id of this page's build. The build sets it. */
declare const BUILD_ID: string
/** The project's path, as in a file: URL. The build sets it. */
declare const ROOT: string

// An inline script of development: it shows edits and errors in the page. Vite refreshes the page's modules, and vite-events.ts
// passes Vite's events on to this script.
{
  const REASON = 'dev:reason'
  const why = sessionStorage.getItem(REASON)
  if (why) console.info(`The page was reloaded: ${why}`)
  sessionStorage.removeItem(REASON)
  /** Stores the reason for a reload, for the next document to log. */
  const noteReason = (text: string) => text && sessionStorage.setItem(REASON, text)

  const events = new EventSource(`/dev/events?${BUILD_ID}`)
  let wasOpen = false
  events.addEventListener('open', () => {
    // The server or the network is back. Vite's socket doesn't come back by itself.
    if (wasOpen) location.reload()
    wasOpen = true
  })
  events.addEventListener('reload', ({ data }) => {
    noteReason(JSON.parse(data))
    location.reload()
  })
  events.addEventListener('built', ({ data }) => {
    close('build')
    const { isCodeEdited } = JSON.parse(data)
    const hasScript = document.querySelector('script[data-page]') !== null
    const isHydrated = 'hydrated' in document.documentElement.dataset
    const isEmpty = !document.body?.hasChildNodes()
    // A page that isn't hydrated has no state to lose. If it was opened while the build failed, its script couldn't load, or this
    // script is all that it has.
    if (!isHydrated && (isCodeEdited || hasScript || isEmpty)) location.reload()
    else if (isCodeEdited) {
      dispatchEvent(new Event('dev:program'))
      fetch(location.href, { method: 'HEAD' }) // Renders the page on the server, which checks it.
    }
  })
  addEventListener('dev:update', () => close('script'))
  addEventListener('dev:reload', event => event instanceof CustomEvent && noteReason(event.detail))
  events.addEventListener('style', async ({ data }) => {
    // A constructed stylesheet, because the policy allows no <style> but the page's own.
    const sheet = await new CSSStyleSheet().replace(JSON.parse(data))
    document.adoptedStyleSheets = [sheet]
    for (const { sheet: old } of document.querySelectorAll<HTMLStyleElement>('style'))
      if (old) old.disabled = true
  })
  events.addEventListener('problem', ({ data }) => {
    const { text, path, works } = JSON.parse(data)
    if (!path || path === location.pathname) show('build', { text, works })
  })

  /** Matches one of the project's modules in a stack. Its lines and columns are those of Vite's output, not of the source. */
  const MODULE = new RegExp(`/dev/${ANY_FOLDER}/`)
  const report = async (error: unknown) => {
    const stack = error instanceof Error ? stackOf(error) : ''
    const problem = { text: `${error}\n\nThe console has the place in the source.` }
    show('script', problem)
    const text = MODULE.test(stack) && (await explained(stack).catch(() => ''))
    if (text && problems.get('script') === problem) show('script', { text })
  }
  /** Returns an error's stack in Chromium's notation. Firefox and Safari leave out the message, and write `name@place`. */
  const stackOf = (error: Error) => {
    const stack = String(error.stack)
    if (/^ {4}at /m.test(stack)) return stack
    return `${error}\n${stack.replace(/^(.*?)@(.*)$/gm, '    at $1 ($2)')}`
  }
  /** Gets the stack with its places in the source from the server, which has the source maps. */
  const explained = async (stack: string) => {
    const response = await fetch('/dev/errors', { method: 'POST', body: stack })
    return response.ok ? response.text() : ''
  }
  addEventListener('error', ({ error }) => error && report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))

  /** The sources that would allow what the policy has blocked on this page, by directive. */
  const blocked = new Map<string, Set<string>>()
  addEventListener('securitypolicyviolation', event => {
    const { effectiveDirective, blockedURI, sample, sourceFile, originalPolicy } = event
    if (/^[a-z-]+-extension:/.test(blockedURI) || /^[a-z-]+-extension:/.test(sourceFile)) return
    const directive = directiveToAllow(parsePolicy(originalPolicy), effectiveDirective)
    const allowing = blocked.get(directive) ?? new Set()
    blocked.set(directive, allowing.add(allowingSource(effectiveDirective, blockedURI, sample)))
    const lines = Array.from(blocked, ([name, sources]) => lineOf(name, [...sources]))
    const text = `The policy of this page blocked something: see the console for the place. If the page needs it, add to sources in server/site/policy.ts:\n\n${lines.map(line => `  ${line},`).join('\n')}`
    show('script', { text, works: true })
    // The terminal shows it, too.
    fetch('/dev/blocked', { method: 'POST', body: `${location.pathname}: ${text}` }).catch(() => {})
  })

  /** The source that would allow what was blocked. `blockedURI` is an address, a scheme, or one of the words below. */
  const allowingSource = (directive: string, blockedURI: string, sample: string): string => {
    // 'unsafe-inline' would allow any inline script. The console shows the hash to write here.
    if (blockedURI === 'inline' && directive === 'script-src-elem') return "'sha256-…'"
    if (blockedURI === 'inline') return ANY_INLINE
    if (blockedURI === 'eval') return "'unsafe-eval'"
    if (blockedURI === 'wasm-eval') return "'wasm-unsafe-eval'"
    if (blockedURI === 'trusted-types-policy') return sample.split('|')[0] ?? ''
    const address = blockedURI.includes(':') ? blockedURI : `${blockedURI}:`
    return sourceOf(new URL(address), location.origin)
  }

  const overlay = document.createElement('dev-problem')
  const BOX = `position: fixed; z-index: 2147483647; box-sizing: border-box; padding: 1.5em; overflow: auto;
    white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace; color: #f6f6f6; background: #181818;
    border-block-start: 4px solid #ff5555;`
  /** The style over a page that doesn't work. CORNER is for a page that does. */
  const COVER = `${BOX} inset: 5vmin; box-shadow: 0 0 0 100vmax rgb(0 0 0 / 0.6)`
  const CORNER = `${BOX} inset: auto 1em 1em auto; inline-size: min(32em, 100% - 2em); max-block-size: 40vh`
  addEventListener('keydown', ({ key }) => key === 'Escape' && overlay.remove())

  /** Matches a line in one of the project's files. */
  const PLACE = new RegExp(String.raw`(?<![^\s(])(${ANY_FOLDER}/[^\s:()]+(?::\d+){1,2})`)

  /** Makes a link that opens VS Code: https://code.visualstudio.com/docs/configure/command-line#_opening-vs-code-with-urls */
  const linkTo = (place: string) => {
    const link = document.createElement('a')
    link.href = `vscode://file${ROOT}/${encodeURI(place)}`
    link.textContent = place
    link.style.color = 'inherit'
    return link
  }

  interface Problem {
    text: string
    /** The page works in spite of the problem. */
    works?: boolean
  }

  /** The build's last problem, and the last one in this page's scripts. */
  const problems = new Map<'build' | 'script', Problem>()

  /** Shows a problem until Escape is pressed, or until the next good edit. */
  const show = (from: 'build' | 'script', problem: Problem) => {
    problems.delete(from) // Moves the new problem to the end. Below, the order is reversed.
    problems.set(from, problem)
    const shown = [...problems.values()].reverse()
    const texts = shown.map(({ text }) => text)
    const all = [...texts, 'The next good edit closes this, and so does Escape.'].join('\n\n')
    overlay.style.cssText = shown.every(({ works }) => works) ? CORNER : COVER
    overlay.replaceChildren(...all.split(PLACE).map((part, index) => (index % 2 ? linkTo(part) : part)))
    document.documentElement.append(overlay)
  }
  const close = (from: 'build' | 'script') => {
    problems.delete(from)
    const [other] = problems
    if (other) show(...other)
    else overlay.remove()
  }
}
