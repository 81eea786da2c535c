import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { assetOf } from '../../scripts/build/pictures.ts'

const types = { avif: 'image/avif', jpg: 'image/jpeg' }

/** Lets a browser find the page of tests/support/words-page.tsx at /words of any site. */
export async function addWords(context: BrowserContext, html: Buffer): Promise<void> {
  await context.route('**/words', route =>
    route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
  )
  const { files } = await assetOf(join(import.meta.dirname, 'evening.jpg'))
  for (const [name, body] of files) {
    const contentType = types[name.split('.').at(-1) as keyof typeof types]
    await context.route(`**/assets/${name}`, route => route.fulfill({ body: Buffer.from(body), contentType }))
  }
}
