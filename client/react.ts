// Named in scripts/build/bundle.ts, so that esbuild puts what this file and client/entry.ts share, React, into a file of its
// own: the browser then evaluates the script in two shorter tasks, and keeps React in its cache when a page changes.
export { hydrateRoot } from 'react-dom/client'
