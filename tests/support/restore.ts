import { afterEach, vi } from 'vitest'
import { cleanEnvironment } from './copy-project.ts'

// Runs before each file of tests. Files share a process, so that what one of them has replaced is put back.
const { NODE_ENV, VITEST, ...rest } = process.env
const clean = cleanEnvironment()
for (const name of Object.keys(rest))
  if (!(name in clean) && !name.startsWith('VITEST')) delete process.env[name]

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
