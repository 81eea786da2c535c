// Takes a picture of every page at every width, for a reviewer's eyes: open screenshots/index.html.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pages } from '../shared/pages.ts'
import { words } from '../shared/site.ts'
import { launchBrowser } from './support/browser.ts'
import { listen, siteUnderTest } from './support/server.ts'

const folder = join(import.meta.dirname, '../screenshots')
const paths = {
  ...Object.fromEntries(Object.entries(pages).map(([id, { path }]) => [id, path])),
  404: '/404',
}
const widths = [320, 390, 768, 1280, 1920]
const schemes = ['light', 'dark'] as const

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const [browser, server] = await Promise.all([
  launchBrowser(),
  siteUnderTest({ serve: 'static' }).then(listen),
])
const names: string[] = []

for (const colorScheme of schemes) {
  // Without motion nothing is caught halfway.
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const shoot = async (name: string, fullPage = true) => {
    names.push(`${name}-${colorScheme}.png`)
    await page.screenshot({ path: join(folder, names.at(-1) ?? ''), fullPage })
  }
  for (const [id, path] of Object.entries(paths)) {
    await page.goto(server.url + path, { waitUntil: 'load' })
    await page.evaluate(() => document.fonts.ready)
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
      await shoot(`${id}-${width}`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: words.menuButton }).click()
    await shoot(`${id}-menu`, false)
    await page.keyboard.press('Escape')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 }) // A4
    await shoot(`${id}-print`)
    await page.emulateMedia({ media: 'screen' })
  }
  await context.close()
}

const figures = names.map(
  name =>
    `<figure><a href="${name}"><img src="${name}" loading="lazy" alt=""></a><figcaption>${name}</figcaption></figure>`,
)
const style =
  'body{display:flex;flex-wrap:wrap;gap:1rem;background:#888;font:14px system-ui}figure{margin:0}img{inline-size:20rem}'
await writeFile(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>${figures.join('')}\n`,
)
await Promise.all([browser.close(), server.close()])
console.log(`${names.length} pictures: ${join(folder, 'index.html')}`)
