import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
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
  await createDevServer(process.env)
})
