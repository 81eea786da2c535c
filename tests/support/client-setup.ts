import { vi } from 'vitest'

// Runs before each file of tests/client/. The browser's script gets a test site, whatever this project's site contains, and
// each test defines the other pages.
vi.mock('virtual:site', async () => (await import('./visit-page.ts')).pageTable)
vi.mock('../../shared/site/company.ts', async () => (await import('./site.tsx')).site)
vi.mock('../../shared/site/logo.tsx', async () => (await import('./site.tsx')).site)
vi.mock('../../shared/site/layout.tsx', async () => await import('./visit-page.ts'))
vi.mock('../../shared/site/at-hydration.ts', () => ({ hydrationFeatures: [] }))
vi.mock('../../shared/site/browser.ts', async () => (await import('./visit-page.ts')).browser)
vi.mock('../../client/all-pages.ts', () => ({ loadPage: vi.fn(), prefetchPage: vi.fn() }))
