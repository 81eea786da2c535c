// This runs before every command, and reads the variables in .env, if that exists. Variables that are already set stay.
import './check-folder.mjs'
import './check-node.mjs'
import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Each byte order mark's encoding. PowerShell writes files in UTF-16. */
const encodings = { fffe: 'utf-16le', feff: 'utf-16be' }

const found = statSync('.env', { throwIfNoEntry: false })
if (found?.isDirectory()) {
  console.error('.env is a folder: delete it, or put a file in its place')
  process.exit(1)
}
if (found) {
  const bytes = readFileSync('.env')
  const encoding = encodings[bytes.toString('hex', 0, 2)] ?? 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes) // `decode` leaves out the mark.
  if (/[\0\uFFFD]/.test(text)) {
    console.error(".env has letters that aren't in UTF-8: save it as UTF-8")
    process.exit(1)
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}
