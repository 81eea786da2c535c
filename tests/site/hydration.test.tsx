// Hydrates every prerendered page that has a script in jsdom, and checks that nothing is logged to the console.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { components } from '../../shared/site/components.ts'
import type { PageModule } from '../../shared/site.ts'
import { htmlFile, NOT_FOUND_PATH } from '../support/engine.ts'
import { root } from '../support/folders.ts'
import { attributesOfLoader, hydrateIn, setOtherTime } from '../support/hydrate.ts'
import { addresses, dist, origin } from '../support/own-site.ts'

// React's development build reports where a page differs from its HTML; production repairs it silently. The final document
// may differ, because effects have run.

const CURE =
  'Below is what failed, or differs from the HTML. Read a clock, a random number or the window in an effect: the HTML is ' +
  'older. If jsdom, in which this test runs, lacks a function of the browser, call it where it is: element.foo?.()'

const modules: Readonly<Record<string, PageModule>> = components
/** Loads a component that reads the document: anew for each page. */
const loadFor = (path: string, file: string) => (): ReturnType<PageModule> =>
  import(/* @vite-ignore */ `${pathToFileURL(join(root, file))}?${encodeURIComponent(path)}`)
/** Every prerendered page that has a script. */
const hydratedPages = addresses.flatMap(({ path, route }) => {
  const load = modules[route.id] ?? (route.hydratedBy && loadFor(path, route.hydratedBy))
  return load && route.hydrate !== 'never' ? [{ path, load }] : []
})
const notFound = {
  path: NOT_FOUND_PATH,
  load: (): ReturnType<PageModule> => import('../../shared/site/pages/not-found.tsx'),
}

test.each([...hydratedPages, notFound])(
  '$path hydrates without errors or warnings',
  async ({ path, load }) => {
    const html = readFileSync(join(dist, htmlFile(path)), 'utf8')
    setOtherTime()
    const page = await hydrateIn(html, origin + path, async () => {
      const { hydratePage } = await import('../../client/entry.ts')
      hydratePage((await load()).default, attributesOfLoader())
    })
    expect(page.reported, CURE).toEqual([])
  },
)
