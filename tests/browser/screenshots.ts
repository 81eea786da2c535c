// Takes a screenshot of every page at every width, and of its first screen in every window size.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addFixture, copyProject, runScript } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'
import { start, stop } from '../support/process.ts'
import { launchPackaged } from './support/browser.ts'

const pictures = join(root, 'screenshots')
const widths = [320, 390, 768, 1280, 1920]
/** Window sizes for the first screen: laptops, phones in portrait and landscape, large screens. */
const windows = '1366x657 1280x600 1024x640 844x390 390x664 1920x945 2560x1440 3840x2160'.split(' ')

await rm(pictures, { recursive: true, force: true })
await mkdir(pictures, { recursive: true })
const browser = await launchPackaged('@sparticuz/chromium')
await shootPages(root, await pagesIn(join(root, 'dist')))

// One page of the fixture has everything that a page may contain.
const fixture = copyProject()
addFixture(fixture)
const { code, output } = await runScript(fixture, 'scripts/prerender.ts')
if (code !== 0) throw new Error(output)
await shootPages(fixture, ['musterseite'])
await rm(fixture, { recursive: true })

await browser.close()
console.log(`the pictures are in ${pictures}`)

/** The pages of a prerendered site, by the names of their files without .html. */
async function pagesIn(dist: string): Promise<string[]> {
  const files = await readdir(dist, { recursive: true })
  const pages = files.filter(file => file.endsWith('.html'))
  return pages.map(file => file.replaceAll('\\', '/').slice(0, -'.html'.length))
}

/** Takes the screenshots of these pages of the site that was prerendered in a folder. */
async function shootPages(folder: string, names: readonly string[]): Promise<void> {
  const server = await start(folder, { env: { SERVE: 'static' } })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' }) // No screenshot shows an animation halfway.
    for (const name of names) {
      const shoot = async (what: string, width: number, height: number, fullPage = false) => {
        const file = `${name.replaceAll('/', '-')}-${what}-${colorScheme}.png`
        await page.setViewportSize({ width, height })
        await page.screenshot({ path: join(pictures, file), fullPage })
      }
      await page.goto(`${server.url}/${name === 'index' ? '' : name}`)
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.all([document.fonts.ready, ...[...document.images].map(image => image.decode())])
      })
      for (const width of widths) await shoot(`${width}`, width, width < 768 ? 844 : 800, true)
      for (const size of windows) {
        const [width = 0, height = 0] = size.split('x').map(Number)
        await shoot(size, width, height)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      const button = page.locator('.r-menu-button')
      // If the links of the header fit, there is no button.
      if (await button.isVisible()) {
        await button.click()
        await shoot('menu', 390, 844)
      }
      await page.emulateMedia({ media: 'print' })
      await shoot('print', 794, 1123, true) // A4
      await page.emulateMedia({ media: 'screen' })
    }
    await page.close()
  }
  await stop(server)
}
