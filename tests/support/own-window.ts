import { builtinEnvironments } from 'vitest/runtime'

// For a file in the environment "node": a jsdom window whose `location` a test can replace. In the environment "jsdom",
// `location` is read-only, as in a browser.
await builtinEnvironments.jsdom.setup(globalThis, {})
