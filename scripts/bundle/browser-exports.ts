import { build, type Plugin } from 'esbuild'
import { root } from '../lib/root.ts'

/** Leaves out packages, styles and pictures, none of which exports a name of the file itself. */
const codeAlone: Plugin = {
  name: 'code-alone',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'entry-point' || /^\..*\.tsx?$/.test(path) ? undefined : { path, external: true },
    )
  },
}

/** The names that shared/site/browser.ts exports. The file isn't run: it may need a browser. */
export async function browserExports(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: ['shared/site/browser.ts'],
    absWorkingDir: root,
    outdir: 'build', // Nothing is written there.
    bundle: true, // Otherwise `export *` would hide names.
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'silent',
    plugins: [codeAlone],
  })
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports)
}
