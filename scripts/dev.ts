import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runCommand } from './lib/run-command.ts'

// Which build of React the browser gets, and the server.
process.env.NODE_ENV = 'development'

// What bundles packages for Vite gives back the memory that it no longer needs: https://microsoft.github.io/mimalloc/environment.html
process.env.MIMALLOC_PURGE_DELAY = '0'
process.env.MIMALLOC_ALLOW_THP = '0'

console.log('building …') // Before the tools are loaded, which takes seconds at the first time.

// The scripts run under tsx, which would read each package once more: that takes a second for Vite, and another one for what
// the server bundles.
registerHooks({
  load: (url, context, next) =>
    context.format === 'module' && url.includes('/node_modules/')
      ? { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true }
      : next(url, context),
})

await runCommand(async () => {
  const { createDevServer } = await import('./dev/dev-server.ts')
  // Packages of the site leave garbage when Node loads them. It is collected before the heap has grown by a third, which is
  // not worth it for what was loaded until now. Both are in `node --v8-options`.
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--semi-space-growth-factor=1')
  await createDevServer(process.env)
})
