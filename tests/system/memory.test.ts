// How much memory a server takes under load, by the command of the container. docs/operations.md has what was measured on a
// machine that did nothing else; `npm run memory` does that for a minute each.
import { LOADS } from '../support/memory.ts'
import { testMemory } from '../support/memory-tests.ts'

testMemory(LOADS)
