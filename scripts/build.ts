import { runCommand } from './lib/run-command.ts'
import { buildSite } from './write/write-site.ts'

await runCommand(buildSite)
