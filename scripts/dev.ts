import { runCommand } from './lib/run-command.ts'

// Vite asks it which build of React the browser gets. The server's is chosen by its bundle: scripts/bundle/options.ts.
process.env.NODE_ENV = 'development'

await runCommand(async () => {
  const { createDevServer } = await import('./dev/dev-server.ts')
  await createDevServer(process.env)
})
