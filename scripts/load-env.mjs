// This runs before every command, and reads the variables in .env, if that exists. Variables that are already set stay.
import './check-folder.mjs'
import './check-node.mjs'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Each byte order mark's encoding. PowerShell writes files in UTF-16. */
const encodings = { fffe: 'utf-16le', feff: 'utf-16be' }

if (existsSync('.env')) {
  const bytes = readFileSync('.env')
  const encoding = encodings[bytes.toString('hex', 0, 2)] ?? 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes) // `decode` leaves out the mark.
  if (/[\0\uFFFD]/.test(text)) {
    console.error(".env has letters that aren't in UTF-8: save it as UTF-8")
    process.exit(1)
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}
