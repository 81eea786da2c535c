// The own site in the browser of a phone or a desktop, over a fast or a slow line.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { desk, newPage, phone, servers } from './open-page.ts'

export type { Page }
export type Device = BrowserContextOptions

export const onPhone: Device = { viewport: phone, hasTouch: true, isMobile: true }
export const onDesk: Device = { viewport: desk }
export const lines = ['fast', 'slow'] as const

interface Given extends Device {
  line?: (typeof lines)[number]
  /** Runs before the page loads. */
  prepare?: (page: Page) => Promise<unknown>
}

export const isScript = (name: string) => name.endsWith('.js')

/** Opens a page of the own site over a line. */
export async function open(path: string, { line = 'fast', prepare, ...options }: Given) {
  const { page, errors } = await newPage('@sparticuz/chromium', options)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  if (line === 'slow') await slowDown(page)
  await prepare?.(page)
  await page.goto(servers.own.url + path)
  const scripts = () => requested.filter(isScript)
  return { page, errors, requested, scripts }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const bytes = 400_000 / 8
  const speed = { latency: 400, downloadThroughput: bytes, uploadThroughput: bytes }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...speed })
}
