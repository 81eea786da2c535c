import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'
import { ASSETS_FOLDER } from '../../server/lib/built-files.ts'
import { root } from '../lib/root.ts'
import { images } from '../media/pictures.ts'
import { target } from './browsers.ts'
import { lazyParts } from './plugins/lazy-parts.ts'
import { nativePackages } from './plugins/native-packages.ts'
import { noServerImports } from './plugins/no-server-imports.ts'
import { chunks } from './plugins/page-chunks.ts'
import { siteImports } from './plugins/site-imports.ts'
import { checkEnv, publicDefine } from './public-env.ts'
import { styleImports } from './styles/imported-styles.ts'
import { lowerStyles } from './styles/lower-styles.ts'

export type Mode = 'production' | 'development'

/** What development does otherwise: Vite serves the browser's modules, and Node loads its program anew at each edit. */
export interface Development {
  /** The URLs of the modules that every page needs, and that of a page's file. */
  scripts: string[]
  scriptOf(file: string): string
  /** The inline script in the documents of a build. */
  devScript(buildId: string): Promise<string>
  packages: Packages
}

/** How Node loads the packages of its program from node_modules. */
export interface Packages {
  plugin: Plugin
  /** Whether a text stands in a file that Node has loaded of a package. */
  has(text: string): boolean
}

/** The page for an address without a page. Its imports are what every page of the browser needs. */
export const NOT_FOUND_PAGE = 'shared/site/pages/not-found.tsx'
/** The site's functions for the browser. */
export const SITE_SCRIPT = 'shared/site/browser.ts'
export const STYLESHEET = 'shared/site/styles/index.css'
/** The virtual stylesheet that imports those of the components. */
export const PAGE_STYLES = 'virtual:page-styles'
/** Which fonts and pictures a stylesheet may name. */
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
    legalComments: 'none', // Instead of comments: licences.txt.
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

/** The script that a visitor gets. */
export const browserOptions = (mode: Mode, define = publicDefine()) =>
  ({
    ...assetOptions(mode),
    define: {
      ...define,
      'process.env.NODE_ENV': JSON.stringify(mode),
      'import.meta.hot': 'undefined', // What development does stays out: https://vite.dev/guide/api-hmr
    },
    entryPoints: {
      'all-pages': 'client/all-pages.ts',
      'not-found': NOT_FOUND_PAGE,
      // Never sent: the metafile lists its exports.
      'site-script': SITE_SCRIPT,
      // So that React becomes a file of its own: evaluated in a task of its own, and still cached when a page changes.
      ...(mode === 'production' && { react: 'react-dom/client' }),
    },
    splitting: true,
    // Development bundles it to find mistakes in all pages at an edit: Vite looks at a page's modules when a browser opens it.
    // Of a package it's enough to be there.
    external: mode === 'development' ? [join(realpathSync(join(root, 'node_modules')), '*')] : [],
    plugins: [siteImports, lazyParts, chunks, noServerImports, checkEnv(), styleImports, images],
  }) satisfies BuildOptions

/** The stylesheet, and the stylesheets that components import, with the files that they name: scripts/bundle/styles/stylesheet.ts. */
export const styleOptions = (mode: Mode, onRead?: Parameters<typeof lowerStyles>[0]) =>
  ({
    ...assetOptions(mode),
    entryPoints: { style: STYLESHEET, 'page-styles': PAGE_STYLES },
    // What a stylesheet names is copied as it is.
    loader: Object.fromEntries(FILES_OF_STYLES.map(extension => [extension, 'file' as const])),
    // Said by the plugin, with the lines of the file, and not again with those of what it was lowered to.
    logOverride: { 'css-syntax-error': 'silent', 'unsupported-css-property': 'silent' },
    // Which file is taken of a package that has more than one.
    conditions: ['style'],
    mainFields: ['style', 'main'],
    plugins: [lowerStyles(onRead)],
  }) satisfies BuildOptions

/** What Node runs. In production each bundle is one file and needs no node_modules. */
export const nodeOptions = (mode: Mode, entryPoints: Record<string, string>, define = publicDefine()) =>
  ({
    ...commonOptions(mode),
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify(mode) },
    entryPoints,
    platform: 'node',
    // For the stacks of the log. Files and lines are enough for them.
    sourcemap: 'linked',
    sourcesContent: false,
    target: 'node26',
    plugins: [siteImports, checkEnv(), styleImports, images, nativePackages],
    // Express and its like are CommonJS, and call require for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    ...(mode === 'development' && {
      // The file of a package that Node takes, so that it loads each once: by itself esbuild adds `module`.
      conditions: ['module-sync'],
      sourceRoot: `${pathToFileURL(root)}/build/`,
    }),
  }) satisfies BuildOptions
