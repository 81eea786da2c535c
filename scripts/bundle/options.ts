import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions } from 'esbuild'
import { ASSETS_FOLDER } from '../../server/lib/built-files.ts'
import { root } from '../lib/root.ts'
import { images } from '../media/pictures.ts'
import { target } from './browsers.ts'
import { noServerImports } from './plugins/no-server-imports.ts'
import { chunks } from './plugins/page-chunks.ts'
import { siteImports } from './plugins/site-imports.ts'
import { styleImports } from './styles/imported-styles.ts'

export type Mode = 'production' | 'development'

/** The 404 page's component. Its imports are the script that every page needs. */
export const NOT_FOUND_PAGE = 'shared/site/pages/not-found.tsx'
/** The site's functions for the browser. */
export const SITE_SCRIPT = 'shared/site/browser.ts'
export const STYLESHEET = 'shared/site/styles/index.css'
/** The virtual stylesheet that imports the components' stylesheets. */
export const PAGE_STYLES = 'virtual:page-styles'
/** The fonts and pictures that a stylesheet may use. */
const FILES_OF_STYLES = '.woff2 .woff .ttf .otf .eot .jpg .jpeg .png .webp .avif .gif .svg .cur'.split(' ')

const commonOptions = (mode: Mode) =>
  ({
    absWorkingDir: root,
    outdir: 'build',
    bundle: true,
    minify: mode === 'production',
    write: false,
    format: 'esm',
    jsx: 'automatic',
    legalComments: 'none', // licences.txt has the licences.
    metafile: true,
    logLevel: 'silent',
  }) satisfies BuildOptions

const assetOptions = (mode: Mode) =>
  ({
    ...commonOptions(mode),
    outdir: `build/public/${ASSETS_FOLDER}`,
    publicPath: `/${ASSETS_FOLDER}`,
    entryNames: '[name]-[hash]',
    target,
  }) satisfies BuildOptions

/** esbuild's options for the browser's script. */
export const browserOptions = (mode: Mode, define: Record<string, string>) =>
  ({
    ...assetOptions(mode),
    define: {
      ...define,
      'process.env.NODE_ENV': JSON.stringify(mode),
      'import.meta.hot': 'undefined', // This removes the code for development: https://vite.dev/guide/api-hmr
    },
    entryPoints: {
      'all-pages': 'client/all-pages.ts',
      'not-found': NOT_FOUND_PAGE,
      // This file is never sent. The metafile lists its exports.
      'site-script': SITE_SCRIPT,
      // This puts React into its own file, which runs in its own task, and stays cached when a page changes.
      ...(mode === 'production' && { react: 'react-dom/client' }),
    },
    splitting: true,
    // Development bundles the script to find mistakes in all pages at an edit: Vite only reads a page's modules when a browser
    // opens it. It doesn't need the content of packages.
    external: mode === 'development' ? [join(realpathSync(join(root, 'node_modules')), '*')] : [],
    plugins: [siteImports, chunks, noServerImports, styleImports, images],
  }) satisfies BuildOptions

/** esbuild's options for the site's stylesheet and the ones that components import: scripts/bundle/styles/stylesheet.ts. */
export const styleOptions = (mode: Mode) =>
  ({
    ...assetOptions(mode),
    entryPoints: { style: STYLESHEET, 'page-styles': PAGE_STYLES },
    // The files that a stylesheet uses are copied as they are.
    loader: Object.fromEntries(FILES_OF_STYLES.map(extension => [extension, 'file' as const])),
    // lowerStyles() reports these with the file's line numbers. esbuild would repeat them with the lowered text's.
    logOverride: { 'css-syntax-error': 'silent', 'unsupported-css-property': 'silent' },
    // These choose the file if a package has several.
    conditions: ['style'],
    mainFields: ['style', 'main'],
  }) satisfies BuildOptions

/** esbuild's options for the program of Node. In production each bundle is one file, and needs no node_modules. */
export const nodeOptions = (
  mode: Mode,
  entryPoints: Record<string, string>,
  define: Record<string, string>,
) =>
  ({
    ...commonOptions(mode),
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify(mode) },
    entryPoints,
    platform: 'node',
    // The stacks in the log need only files and lines.
    sourcemap: 'linked',
    sourcesContent: false,
    target: 'node26',
    plugins: [siteImports, styleImports, images],
    // Express and other packages are CommonJS, and call require for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    ...(mode === 'development' && {
      // These are Node's own conditions, so that it loads one file per package. By default esbuild adds `module`.
      conditions: ['module-sync'],
      sourceRoot: `${pathToFileURL(root)}/build/`,
    }),
  }) satisfies BuildOptions
