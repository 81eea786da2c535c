import { pathToFileURL } from 'node:url'
import type { BuildOptions } from 'esbuild'
import { root } from '../lib/root.ts'
import { images } from '../media/pictures.ts'
import { target } from './browsers.ts'
import { define } from './define.ts'
import { chunks } from './page-chunks.ts'

export type Mode = 'production' | 'development'

/** The page for an address without a page. Its imports are what every page of the browser needs. */
export const NOT_FOUND_PAGE = 'shared/site/pages/not-found.tsx'
export const STYLESHEET = 'shared/styles/index.css'

const commonOptions = (mode: Mode) =>
  ({
    absWorkingDir: root,
    outdir: 'build',
    bundle: true,
    minify: mode === 'production',
    write: false,
    format: 'esm',
    jsx: 'automatic',
    legalComments: 'none', // Instead of comments: licences.txt.
    metafile: true,
    logLevel: 'silent',
  }) satisfies BuildOptions

/** What a visitor gets: the script, and the stylesheet with its fonts. */
export const browserOptions = (mode: Mode) =>
  ({
    ...commonOptions(mode),
    define: { ...define(), 'process.env.NODE_ENV': JSON.stringify(mode) },
    entryPoints: {
      'all-pages': 'client/all-pages.ts',
      'not-found': NOT_FOUND_PAGE,
      // So that React becomes a file of its own: evaluated in a task of its own, and kept in caches when a page changes.
      react: 'react-dom/client',
      style: STYLESHEET,
    },
    outdir: 'build/public/assets',
    publicPath: '/assets',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    target,
    // What a stylesheet names is copied as it is.
    loader: {
      '.woff2': 'file',
      '.jpg': 'file',
      '.png': 'file',
      '.webp': 'file',
      '.avif': 'file',
      '.svg': 'file',
    },
    plugins: [chunks, images],
    ...(mode === 'development' && { sourcemap: 'linked' as const }),
  }) satisfies BuildOptions

/** What Node runs. In production each bundle is one file and needs no node_modules. */
export const nodeOptions = (mode: Mode, entryPoints: Record<string, string>) =>
  ({
    ...commonOptions(mode),
    // The server renders as in production: React's development build would write messages into the HTML.
    define: { ...define(), 'process.env.NODE_ENV': '"production"' },
    entryPoints,
    platform: 'node',
    // For the stacks of the log. Files and lines are enough for them.
    sourcemap: 'linked',
    sourcesContent: false,
    target: 'node26',
    plugins: [images],
    // Express and its like are CommonJS, and call require for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    // Libraries stay outside, so that a rebuild bundles, and Node loads, our own files alone.
    ...(mode === 'development' && {
      packages: 'external' as const,
      sourceRoot: `${pathToFileURL(root)}/build/`,
    }),
  }) satisfies BuildOptions
