import { stripVTControlCharacters } from 'node:util'
import { checkTypes } from './lib/check-types.ts'
import { isTerminal, runTool } from './lib/run-tool.ts'

// npm run check: both tools report everything, even if the first one fails. biome.check.json checks no format in the site's
// files.

/** Matches Biome's reports that npm run fix can correct: of the format, and of rules such as the order of imports. */
const CAN_BE_FIXED = /\bformat ━|Safe fix:/

const LINT = ['ci', '--config-path=biome.check.json', '--max-diagnostics=none']

const [biome, types] = await Promise.all([
  runTool('@biomejs/biome', 'biome', [...LINT, `--colors=${isTerminal ? 'force' : 'off'}`, '.']),
  checkTypes(),
])
for (const { output } of [biome, types]) if (output) console.log(output)
const canBeFixed = CAN_BE_FIXED.test(stripVTControlCharacters(biome.output))
if (canBeFixed) console.log('\nnpm run fix corrects what Biome can correct by itself.')
if (!biome.hasPassed || !types.hasPassed) process.exitCode = 1
