import { buildSite } from './write/build-site.ts'
import { runCommand } from './write/run-command.ts'

await runCommand(buildSite)
