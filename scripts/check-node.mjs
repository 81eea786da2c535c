// This runs before every command: an old Node would crash with a stack trace. It can run this plain JavaScript.
import { readFileSync } from 'node:fs'

const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = Number.parseInt(devDependencies.node, 10)

if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `This is Node ${process.versions.node}, but the site needs Node ${needed}. \`npm ci\` installs it in node_modules/, for \`npm start\` and the other commands. ` +
      'If your package manager doesn\'t run install scripts, allow those of "node" and "esbuild": `pnpm approve-builds`.',
  )
  process.exit(1)
}
