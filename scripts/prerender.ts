import { buildSite } from './write/build-site.ts'
import { prerenderSite } from './write/prerender-site.ts'
import { runCommand } from './write/run-command.ts'

// Builds first, so that build/ and dist/ are always of one source.
await runCommand(async () => {
  await buildSite()
  await prerenderSite()
})
