// This runs before every command: an old Node would end with the stack of some missing feature. It can run this plain JavaScript.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number)

/** Whether the running Node is in a range such as ^22.22.2 or >=26.0.0. */
const fits = range => {
  const [needed, ...rest] = range.replace(/^\D+/, '').split('.').map(Number)
  if (major !== needed) return major > needed && range.startsWith('>=')
  return minor > rest[0] || (minor === rest[0] && patch >= rest[1])
}

if (!engines.node.split(' || ').some(fits)) {
  console.error(
    `This is Node ${process.versions.node}, but the site needs ${engines.node}. \`npm ci\` installs Node in node_modules/, for \`npm start\` and the other commands. ` +
      'If your package manager doesn\'t run install scripts, allow those of "node" and "esbuild": `pnpm approve-builds`.',
  )
  process.exit(1)
}
