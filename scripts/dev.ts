import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runCommand } from './lib/run-command.ts'

// Which build of React the browser gets, and the server.
process.env.NODE_ENV = 'development'

// The allocator of Vite's bundler gives back the memory that it no longer needs: https://microsoft.github.io/mimalloc/environment.html
process.env.MIMALLOC_PURGE_DELAY = '0'
process.env.MIMALLOC_ALLOW_THP = '0'

console.log('building …') // Before the tools are loaded, which takes seconds at the first time.

// The scripts run under tsx, whose load hook would transform each package: that takes a second for Vite, and another one for
// what the server bundles.
registerHooks({
  load: (url, context, next) =>
    context.format === 'module' && url.includes('/node_modules/')
      ? { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true }
      : next(url, context),
})

await runCommand(async () => {
  const { createDevServer } = await import('./dev/dev-server.ts')
  // Less memory while the packages of the site are loaded: garbage is collected when the heap has grown by 10 %, and the young
  // generation does not grow. Set behind the tools, whose start it would slow down. `node --v8-options` has both.
  setFlagsFromString('--heap-growing-percent=10')
  setFlagsFromString('--semi-space-growth-factor=1')
  await createDevServer(process.env)
})
