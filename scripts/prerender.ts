import { buildSite } from './build/build-site.ts'
import { runCommand } from './build/command.ts'
import { prerenderSite } from './prerender/prerender-site.ts'

// Builds first, so that build/ and dist/ are always of one source.
await runCommand(async () => {
  await buildSite()
  await prerenderSite()
})
