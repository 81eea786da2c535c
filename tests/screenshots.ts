// Takes a picture of every page at every width, and of what each window shows of it.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { labels } from '../shared/site/company.ts'
import { pages } from '../shared/site/pages.ts'
import { launchPackaged } from './support/browser.ts'
import { root } from './support/folders.ts'
import { start, stop } from './support/process.ts'

const folder = join(root, 'screenshots')
const paths = {
  ...Object.fromEntries(Object.entries(pages).map(([id, { path }]) => [id, path])),
  404: '/404',
}
const widths = [320, 390, 768, 1280, 1920]
/** What is seen without scrolling: laptops, phones upright and on their side, large screens. */
const windows = '1366x657 1280x600 1024x640 844x390 390x664 1920x945 2560x1440 3840x2160'.split(' ')

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const [browser, server] = await Promise.all([
  launchPackaged('@sparticuz/chromium'),
  start(root, { env: { SERVE: 'static' } }),
])

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' }) // Nothing is caught halfway.
  const shoot = async (name: string, width: number, height: number, fullPage = false) => {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage })
  }
  for (const [id, path] of Object.entries(paths)) {
    await page.goto(server.url + path)
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.all([document.fonts.ready, ...[...document.images].map(image => image.decode())])
    })
    for (const width of widths) await shoot(`${id}-${width}`, width, width < 768 ? 844 : 800, true)
    for (const size of windows) {
      const [width = 0, height = 0] = size.split('x').map(Number)
      await shoot(`${id}-${size}`, width, height)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const button = page.getByRole('button', { name: labels.menuButton })
    // Where the links of the header fit there is no button.
    if (await button.isVisible()) {
      await button.click()
      await shoot(`${id}-menu`, 390, 844)
    }
    await page.emulateMedia({ media: 'print' })
    await shoot(`${id}-print`, 794, 1123, true) // A4
    await page.emulateMedia({ media: 'screen' })
  }
  await page.close()
}
await Promise.all([browser.close(), stop(server)])

console.log(`the pictures are in ${folder}`)
