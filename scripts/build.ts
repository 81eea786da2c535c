import { buildSite } from './build/build-site.ts'
import { runCommand } from './build/command.ts'

await runCommand(buildSite)
