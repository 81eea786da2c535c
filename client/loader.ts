/** The URLs of the files that every page needs, in the order of their evaluation. The build puts them in. */
declare const SCRIPTS: string[]
/** Whether `npm run dev` serves the page. The build puts it in. */
declare const DEVELOPMENT: boolean

/** In milliseconds after the page has loaded: a browser that draws no frame, or is always busy, is not waited for. */
const LIMIT = 2000
/** In milliseconds: Safari cannot say when it is idle. */
const PAUSE = 100

// Inline in every page, under a CSP hash. It asks for the script when the page has been painted and the browser is
// idle, so that the two do not compete, and never where the visitor saves data. The page works without the script.
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } }

/** The files of this very page, itself first: server/head.ts names them. */
const page = document.currentScript?.dataset.page?.split(' ') ?? []

// All files are fetched at once, and evaluated one after the other, so that no task is long.
const run = async () => {
  for (const href of [...SCRIPTS, ...page])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  for (const script of SCRIPTS) await import(script)
  const { start, default: Page } = await import(page[0] ?? '')
  await start(Page)
}

let begun = false
/** A failed request is harmless, and the browser itself reports it. */
const load = () => {
  if (begun) return
  begun = true
  run().catch(error => {
    if (DEVELOPMENT) reportError(error)
  })
}

const loadWhenIdle = () =>
  'requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, PAUSE)

if (!connection?.saveData)
  addEventListener('load', () => {
    // The first frame paints the page, and the second one begins when it is to be seen.
    requestAnimationFrame(() => requestAnimationFrame(loadWhenIdle))
    setTimeout(load, LIMIT)
  })

export {}
