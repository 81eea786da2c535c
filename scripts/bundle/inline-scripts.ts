import { build } from 'esbuild'
import { root } from '../lib/root.ts'
import { target } from './browsers.ts'

export const SCRIPT_LOADER = 'client/script-loader.ts'

/** Bundles the inline script that loads the others. `scripts` are the URLs that every page needs. */
export const scriptLoader = (scripts: readonly string[]) =>
  inlineScript(SCRIPT_LOADER, { SCRIPTS: JSON.stringify(scripts) })

/** Bundles a small script, ready to be inline in a page. */
export async function inlineScript(file: string, define: Record<string, string>): Promise<string> {
  const { outputFiles } = await bundleInline(file, define)
  return outputFiles.map(({ text }) => text.trim()).join()
}

export const bundleInline = (file: string, define: Record<string, string>) =>
  build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    minify: true,
    target,
    define,
  })
