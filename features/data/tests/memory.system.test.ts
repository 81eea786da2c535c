// The memory of a server with pages with data under load: system/memory has the rest.
import { testMemory } from '../../../tests/support/memory-tests.ts'
import { addPages, LOADS } from './support/memory-loads.ts'

testMemory(LOADS, addPages)
