import { builtinEnvironments } from 'vitest/runtime'

// For a file in the environment "node": a window of jsdom, whose `location` a test can replace. That of the environment
// "jsdom" is a browser's, where nobody can.
await builtinEnvironments.jsdom.setup(globalThis, {})
