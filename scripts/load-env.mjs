// Loaded before every command: reads the variables in .env, if there is such a file. What is set already stays.
import './check-folder.mjs'
import './check-node.mjs'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A byte order mark of UTF-16, in which PowerShell writes files. */
const UTF_16LE = [0xff, 0xfe]

if (existsSync('.env')) {
  const bytes = readFileSync('.env')
  const isUtf16 = UTF_16LE.every((byte, i) => bytes[i] === byte)
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes) // Leaves out the mark.
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}
