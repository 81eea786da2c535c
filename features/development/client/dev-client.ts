import { ANY_INLINE, directiveToAllow, lineOf, parsePolicy, sourceOf } from '../../../shared/csp.ts'

/** The id of the build that this page is from. Set by the build. */
declare const BUILD_ID: string
/** The path of the project, as in a file: URL. Set by the build. */
declare const ROOT: string

// Development only, inline: shows in the page what was edited, and what is wrong. The modules of a page are refreshed by
// Vite; vite-events.ts passes on what that tells.
{
  const REASON = 'dev:reason'
  const why = sessionStorage.getItem(REASON)
  if (why) console.info(`The page was loaded anew: ${why}`)
  sessionStorage.removeItem(REASON)
  /** Keeps for the next document why there is one. */
  const noteReason = (text: string) => text && sessionStorage.setItem(REASON, text)
  const isHydrated = () => 'hydrated' in document.documentElement.dataset

  const events = new EventSource(`/dev/events?${BUILD_ID}`)
  let wasOpen = false
  events.addEventListener('open', () => {
    // The server has come back, or the network: Vite's socket has not.
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
    const isEmpty = !document.body?.hasChildNodes()
    // A page without a running script has no state. One that was opened during a mistake could not load its script, or has
    // nothing but this one.
    if (!isHydrated() && (isCodeEdited || hasScript || isEmpty)) location.reload()
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

  /** A module of the project in a stack. Its lines are those of what Vite has made of the file. */
  const MODULE = /\/dev\/(client|shared)\//
  const report = async (error: unknown) => {
    const stack = error instanceof Error ? stackOf(error) : ''
    const problem = { text: `${error}\n\nThe console has the place in the source.` }
    show('script', problem)
    const text = MODULE.test(stack) && (await explained(stack).catch(() => ''))
    if (text && problems.get('script') === problem) show('script', { text })
  }
  /** A stack as Chromium writes it: Firefox and Safari leave out the message, and write `name@place`. */
  const stackOf = (error: Error) => {
    const stack = String(error.stack)
    if (/^ {4}at /m.test(stack)) return stack
    return `${error}\n${stack.replace(/^(.*?)@(.*)$/gm, '    at $1 ($2)')}`
  }
  /** The message with the places in the source, which the server knows. */
  const explained = async (stack: string) => {
    const response = await fetch('/dev/errors', { method: 'POST', body: stack })
    return response.ok ? response.text() : ''
  }
  addEventListener('error', ({ error }) => error && report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))

  /** What the policy has blocked on this page: by directive, what would allow it. */
  const blocked = new Map<string, Set<string>>()
  addEventListener('securitypolicyviolation', event => {
    const { effectiveDirective, blockedURI, sample, sourceFile, originalPolicy } = event
    if (/^[a-z-]+-extension:/.test(blockedURI) || /^[a-z-]+-extension:/.test(sourceFile)) return
    const directive = directiveToAllow(parsePolicy(originalPolicy), effectiveDirective)
    const allowing = blocked.get(directive) ?? new Set()
    blocked.set(directive, allowing.add(allowingSource(effectiveDirective, blockedURI, sample)))
    const lines = Array.from(blocked, ([name, sources]) => lineOf(name, [...sources]))
    const text = `The policy of this page blocked something: see the console for the place. If the page needs it, write into sources in server/site/policy.ts:\n\n${lines.map(line => `  ${line},`).join('\n')}`
    show('script', { text, works: true })
    // The terminal has it, too.
    fetch('/dev/blocked', { method: 'POST', body: `${location.pathname}: ${text}` }).catch(() => {})
  })

  /** What stands in a policy to allow what was blocked. `blockedURI` is an address, a scheme, or one of these words. */
  const allowingSource = (directive: string, blockedURI: string, sample: string): string => {
    // Any inline script would be allowed otherwise. The console names the hash.
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
  /** Over a page that does not work; in the corner of one that does. */
  const COVER = `${BOX} inset: 5vmin; box-shadow: 0 0 0 100vmax rgb(0 0 0 / 0.6)`
  const CORNER = `${BOX} inset: auto 1em 1em auto; inline-size: min(32em, 100% - 2em); max-block-size: 40vh`
  addEventListener('keydown', ({ key }) => key === 'Escape' && overlay.remove())

  /** A line of a file of the project. */
  const PLACE = /(?<![^\s(])((?:client|server|shared)\/[^\s:()]+(?::\d+){1,2})/

  /** Opens the editor: https://code.visualstudio.com/docs/configure/command-line#_opening-vs-code-with-urls */
  const linkTo = (place: string) => {
    const link = document.createElement('a')
    link.href = `vscode://file${ROOT}/${encodeURI(place)}`
    link.textContent = place
    link.style.color = 'inherit'
    return link
  }

  interface Problem {
    text: string
    /** The page works all the same. */
    works?: boolean
  }

  /** What is wrong with the build, and what with a script in this page. */
  const problems = new Map<'build' | 'script', Problem>()

  /** Shows a problem until Escape is pressed, or until the next good edit. */
  const show = (from: 'build' | 'script', problem: Problem) => {
    problems.delete(from) // The last one stands first.
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
