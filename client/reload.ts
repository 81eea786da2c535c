/** The build that this page is of, put in by the build. */
declare const VERSION: string

// Development only: the inline script by which a page follows the edits of its source, and shows what is wrong. A style is
// swapped in place, as a constructed one, for the policy allows no other <style> than the page's own.
{
  const events = new EventSource(`/dev/events?${VERSION}`)
  events.addEventListener('reload', () => location.reload())
  events.addEventListener('style', ({ data }) => {
    document.adoptedStyleSheets = [sheetOf(JSON.parse(data))]
    for (const { sheet: old } of document.querySelectorAll<HTMLStyleElement>('style'))
      if (old) old.disabled = true
  })
  events.addEventListener('problem', ({ data }) => {
    const { text, path } = JSON.parse(data)
    if (!path || path === location.pathname) show(text)
  })

  const report = (error: unknown) => show(`${error}\n\nThe console has the place in the source.`)
  addEventListener('error', ({ error }) => error && report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))

  const sheetOf = (text: string) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  }

  const style = `:host { position: fixed; inset: 0; z-index: 2147483647; display: grid; padding: 5vmin; overflow: auto;
    background: rgb(0 0 0 / 0.6) } pre { margin: auto; max-inline-size: 100%; padding: 1.5em; box-sizing: border-box;
    overflow: auto; font: 14px/1.5 ui-monospace, monospace; color: #f6f6f6; background: #181818;
    border-block-start: 4px solid #ff5555 }`

  /** Shows a text over the page, until Escape is pressed or a good edit loads the page anew. */
  const show = (text: string) => {
    const overlay = document.querySelector('dev-problem') ?? document.createElement('dev-problem')
    const root = overlay.shadowRoot ?? overlay.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheetOf(style)]
    const pre = document.createElement('pre')
    pre.textContent = `${text}\n\nThe next good edit closes this, and so does Escape.`
    root.replaceChildren(pre)
    document.documentElement.append(overlay)
    addEventListener('keydown', ({ key }) => key === 'Escape' && overlay.remove())
  }
}
