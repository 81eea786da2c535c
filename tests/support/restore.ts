import { afterAll, afterEach, vi } from 'vitest'
import { cleanEnvironment } from './copy-project.ts'
import { endAll } from './process.ts'

// Runs before each test file. Files share a process, so everything that one of them has replaced is restored.
const clean = cleanEnvironment()
for (const name of Object.keys(process.env))
  if (!(name in clean) && !/^(NODE_ENV|VITEST)/.test(name)) delete process.env[name]

// The fixture's globals: fixture.d.ts.
Object.assign(globalThis, {
  suspendedPart: undefined,
  isBroken: undefined,
  testEndpoints: undefined,
})
globalThis.testMiddleware?.splice(0)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

afterAll(endAll)
