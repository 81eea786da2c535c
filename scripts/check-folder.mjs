// Loaded before every command: tsx takes what follows a question mark in a path for a query.
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

if (folder.includes('?')) {
  console.error(`The tools can't work in ${folder}: rename the folder whose name has a question mark`)
  process.exit(1)
}
