/** The build that this page is of, put in by the build. */
declare const VERSION: string

// Development only: the inline script by which a page follows the edits of its source. A stylesheet is swapped in place,
// as a constructed one, for the policy allows no other <style> than the page's own; anything else loads the page anew.
{
  const events = new EventSource(`/dev/events?${VERSION}`)
  events.addEventListener('reload', () => location.reload())
  events.addEventListener('style', ({ data }) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(JSON.parse(data))
    document.adoptedStyleSheets = [sheet]
    for (const { sheet: old } of document.querySelectorAll('style')) if (old) old.disabled = true
  })
}
