// Takes a picture of every page at every width, and of what each window shows of it: open screenshots/index.html.
// Joins four of them to screenshots/site.webp: where the looks have changed, copy it to docs/, for the README.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import sharp from 'sharp'
import { images } from '../scripts/build/pictures.ts'
import { readAssets } from '../server/assets.ts'
import { labels } from '../shared/company.ts'
import { pages } from '../shared/pages.ts'
import { launchBrowser } from './support/browser.ts'
import { build } from './support/folders.ts'
import { start, stop } from './support/process.ts'
import { addWords } from './support/words.ts'
import type * as WordsPage from './support/words-page.tsx'

const folder = join(import.meta.dirname, '../screenshots')
const paths = {
  ...Object.fromEntries(Object.entries(pages).map(([id, { path }]) => [id, path])),
  404: '/404',
  words: '/words',
}
const widths = [320, 390, 768, 1280, 1920]
/** What is seen without scrolling: laptops, phones upright and on their side, large screens. */
const windows = [
  [1366, 657],
  [1280, 600],
  [1024, 640],
  [844, 390],
  [390, 664],
  [1920, 945],
  [2560, 1440],
  [3840, 2160],
] as const
const schemes = ['light', 'dark'] as const

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const [browser, server, wordsHtml] = await Promise.all([
  launchBrowser(),
  start({ env: { SERVE: 'static' } }),
  wordsPage(),
])
const names: string[] = []

for (const colorScheme of schemes) {
  // Without motion nothing is caught halfway.
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
  await addWords(context, wordsHtml)
  const page = await context.newPage()
  const shoot = async (name: string, fullPage = true) => {
    names.push(`${name}-${colorScheme}.png`)
    await page.screenshot({ path: join(folder, names.at(-1) ?? ''), fullPage })
  }
  for (const [id, path] of Object.entries(paths)) {
    await page.goto(server.url + path, { waitUntil: 'load' })
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.all([document.fonts.ready, ...[...document.images].map(image => image.decode())])
    })
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
      await shoot(`${id}-${width}`)
    }
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height })
      await shoot(`${id}-${width}x${height}`, false)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: labels.menuButton }).click()
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
await Promise.all([browser.close(), stop(server)])
console.log(`${names.length} pictures: ${join(folder, 'index.html')}`)
await joinPictures(join(folder, 'site.webp'))

/** The page with all that a page may hold. Bundled, because Node itself cannot import pictures. */
async function wordsPage(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'words-'))
  try {
    await bundle({
      entryPoints: { words: 'tests/support/words-page.tsx' },
      outdir: folder,
      bundle: true,
      platform: 'node',
      format: 'esm',
      plugins: [images],
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    })
    const { renderWords } = (await import(join(folder, 'words.js'))) as typeof WordsPage
    return await renderWords(readAssets(build))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The home page on a desk and on a phone, in both schemes, side by side and at 60 % of its size. */
async function joinPictures(file: string) {
  const [desk, phone, height, gap] = [768, 234, 1000, 24]
  const offsets = [0, desk + gap, desk + gap + phone + gap, 2 * (desk + gap) + phone + gap]
  const parts = offsets.map(async (left, at) => {
    const width = at % 2 === 0 ? desk : phone
    const input = await sharp(join(folder, `home-${width / 0.6}-${schemes[at >> 1]}.png`))
      .resize({ width, height, position: 'top' })
      .toBuffer()
    return { input, left, top: 0 }
  })
  const width = 2 * (desk + phone) + 3 * gap
  return sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite(await Promise.all(parts))
    .webp({ quality: 80, effort: 6 })
    .toFile(file)
}
