import { stripVTControlCharacters } from 'node:util'
import { checkTypes, isTerminal, runTool } from './lib/run-tool.ts'

// npm run check: both tools say all that they find, and not only the first one. biome.check.json asks no format of the site's files.

/** What Biome says where npm run fix helps: of the format, and of a rule that it can correct, as that of imports. */
const CAN_BE_FIXED = /\bformat ━|Safe fix:/

const LINT = ['ci', '--config-path=biome.check.json', '--max-diagnostics=none']

const [biome, types] = await Promise.all([
  runTool('@biomejs/biome', 'biome', [...LINT, `--colors=${isTerminal ? 'force' : 'off'}`, '.']),
  checkTypes(),
])
for (const { output } of [biome, types]) if (output) console.log(output)
const canBeFixed = CAN_BE_FIXED.test(stripVTControlCharacters(biome.output))
if (canBeFixed) console.log('\nnpm run fix corrects what Biome can correct by itself.')
if (!biome.isRight || !types.isRight) process.exitCode = 1
