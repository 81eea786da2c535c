import { runCommand } from './lib/run-command.ts'
import { prerenderSite } from './write/write-site.ts'

await runCommand(prerenderSite)
