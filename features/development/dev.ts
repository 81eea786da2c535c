import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { root } from '../../scripts/lib/root.ts'
import { runCommand } from '../../scripts/lib/run-command.ts'
import { UserError } from '../../server/lib/errors.ts'

// Which build of React the browser gets, and the server.
process.env.NODE_ENV = 'development'

// The allocator of Vite's bundler gives back the memory that it no longer needs: https://microsoft.github.io/mimalloc/environment.html
process.env.MIMALLOC_PURGE_DELAY = '0'
process.env.MIMALLOC_ALLOW_THP = '0'

console.log('building …') // Before the tools are loaded, which takes seconds at the first time.

// package.json has two flags of V8 for less memory while packages are loaded: garbage is collected when the heap has grown by
// 10 %, and the young generation does not grow. `node --v8-options` has both.

// The scripts run under tsx, whose load hook would transform each package: that takes a second for Vite, and another one for
// what the server bundles.
registerHooks({
  load: (url, context, next) =>
    context.format === 'module' && url.includes('/node_modules/')
      ? { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true }
      : next(url, context),
})

await runCommand(async () => {
  // Vite takes what follows it for a fragment. scripts/check-folder.mjs has the question mark.
  if (root.includes('#'))
    throw new UserError(`npm run dev can't work in ${root}: rename the folder whose name has a #`)
  const { createDevServer } = await import('./dev-server.ts')
  await createDevServer(process.env)
})
