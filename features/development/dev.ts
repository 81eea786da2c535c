import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { root } from '../../scripts/lib/root.ts'
import { runCommand } from '../../scripts/lib/run-command.ts'
import { UserError } from '../../server/lib/errors.ts'

// Chooses React's development build, for the browser and the server.
process.env.NODE_ENV = 'development'

// Has the allocator of Vite's bundler free unused memory at once: https://microsoft.github.io/mimalloc/environment.html
process.env.MIMALLOC_PURGE_DELAY = '0'
process.env.MIMALLOC_ALLOW_THP = '0'

console.log('building …') // Printed before the tools load, which takes seconds the first time.

// Two flags of V8 in package.json save memory while packages load: V8 collects garbage when the heap has grown by 10 %, and the
// young generation doesn't grow. `node --v8-options` explains them. Set at run time, they may crash Node.

// The scripts run under tsx. This hook keeps tsx from transforming packages: that would take a second for Vite, and another
// second for the packages that the server needs.
registerHooks({
  load: (url, context, next) =>
    context.format === 'module' && url.includes('/node_modules/')
      ? { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true }
      : next(url, context),
})

await runCommand(async () => {
  // Vite treats everything after a # in a path as a fragment. scripts/check-folder.mjs refuses a question mark.
  if (root.includes('#'))
    throw new UserError(`npm run dev can't work in ${root}: rename the folder that has a # in its name`)
  const { startDevServer } = await import('./dev-server.ts')
  await startDevServer()
})
