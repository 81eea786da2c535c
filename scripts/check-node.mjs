// This runs before every command: an old Node would crash with a stack trace. It can run this plain JavaScript.
import { existsSync, readFileSync } from 'node:fs'

const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = Number.parseInt(devDependencies.node, 10)

if (Number.parseInt(process.versions.node, 10) < needed) {
  // npm leaves out the Node in devDependencies with NODE_ENV=production, and with --omit=dev.
  const isProduction = process.env.NODE_ENV === 'production'
  const isLeftOut = isProduction || !existsSync(new URL('../node_modules/node', import.meta.url))
  const command = isLeftOut ? 'npm ci --include=dev' : 'npm ci'
  console.error(
    `This is Node ${process.versions.node}, but the site needs Node ${needed}. \`${command}\` installs it in node_modules/, for \`npm start\` and the other commands. ` +
      'If your package manager doesn\'t run install scripts, allow those of "node" and "esbuild": `pnpm approve-builds`.',
  )
  process.exit(1)
}
