// The memory of a server under load, started with the container's command. docs/operations.md has measurements from an
// otherwise idle machine, which `npm run memory` takes for a minute per load.
import { LOADS } from '../support/memory.ts'
import { testMemory } from '../support/memory-tests.ts'

testMemory(LOADS)
