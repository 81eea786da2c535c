// In development the overlay shows what the policy (CSP) blocks, with the line that allows it.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

beforeAll(async () => {
  class Silent extends EventTarget {}
  vi.stubGlobal('EventSource', Silent)
  vi.stubGlobal('VERSION', '1')
  await import('../../client/reload.ts')
})
afterEach(() => document.querySelector('dev-problem')?.remove())

/** A browser's report. */
function report(
  effectiveDirective: string,
  blockedURI: string,
  more: { sample?: string; sourceFile?: string } = {},
) {
  const details = { effectiveDirective, blockedURI, sample: '', sourceFile: '', ...more }
  document.body.dispatchEvent(Object.assign(new Event('securitypolicyviolation', { bubbles: true }), details))
}
const overlay = () => document.querySelector('dev-problem')?.textContent ?? ''
const lines = () =>
  overlay()
    .split('\n')
    .filter(line => line.startsWith("  '"))

test('what the policy blocks is shown with the line that allows it, one line for each directive', () => {
  report('style-src-attr', 'inline')
  expect(overlay()).toContain('write into sources in server/site/policy.ts')
  expect(lines()).toEqual([`  'style-src-attr': ["'unsafe-inline'"],`])
  report('style-src-attr', 'inline')
  report('img-src', 'https://a.example/1.png')
  report('img-src', 'https://b.example/2.png')
  report('worker-src', 'blob')
  report('form-action', `${location.origin}/api/enquiry`)
  report('script-src', 'eval')
  report('trusted-types', 'trusted-types-policy', { sample: 'charts|' })
  expect(lines().at(-1)).toBe(`  'trusted-types': ['charts'],`)
  report('require-trusted-types-for', 'trusted-types-sink', { sample: 'Element innerHTML|<b>' })
  expect(lines()).toEqual([
    `  'style-src-attr': ["'unsafe-inline'"],`,
    `  'img-src': ['https://a.example', 'https://b.example'],`,
    `  'worker-src': ['blob:'],`,
    `  'form-action': ["'self'"],`,
    `  'script-src': ["'unsafe-eval'"],`,
    `  'require-trusted-types-for': false,`,
    `  'trusted-types': false,`,
  ])
})

test("what the visitor's own extension does is not the page's", () => {
  report('script-src', 'inline', { sourceFile: 'moz-extension://1' })
  report('font-src', 'chrome-extension://1/a.woff2')
  expect(overlay()).toBe('')
})
