import { runCommand } from './lib/run-command.ts'

// Before React is loaded, which chooses its build by it. The server renders as in production: React's development build
// would write messages into the HTML.
process.env.NODE_ENV = 'production'

await runCommand(async () => {
  const { createDevServer } = await import('./dev/dev-server.ts')
  await createDevServer(process.env)
})
