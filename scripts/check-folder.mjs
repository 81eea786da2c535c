// This runs before every command, because tsx treats everything after a question mark in a path as a query.
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

if (folder.includes('?')) {
  console.error(`The tools can't work in ${folder}: rename the folder that has a question mark in its name`)
  process.exit(1)
}
