import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { VirtualModules } from '../../scripts/bundle/plugins/virtual-modules.ts'
import type { BundleScripts, ScriptBundles } from '../../scripts/bundle/script-bundles.ts'
import { root } from '../../scripts/lib/root.ts'
import { nameIn } from '../../server/lib/file-names.ts'

/**
 * Wraps the function that bundles the scripts, so that it returns the last ones if they have none of the files that `editedFiles`
 * returns.
 */
export function reuseScripts(bundle: BundleScripts, editedFiles: () => ReadonlySet<string>): BundleScripts {
  /** The last build's scripts, and the virtual modules that are in them. */
  let last: { scripts: ScriptBundles; modules: VirtualModules } | undefined
  return async modules => {
    if (last && isDeepStrictEqual(last.modules, modules) && !changesScripts(editedFiles(), last.scripts))
      return last.scripts
    last = undefined // If the bundles fail, there's nothing to reuse.
    const scripts = await bundle(modules)
    last = { scripts, modules }
    return scripts
  }
}

/** Whether an edit to these files and folders changes a script. */
function changesScripts(edited: ReadonlySet<string>, { forBrowser, forNode }: ScriptBundles): boolean {
  // The text of a stylesheet is in no script. A CSS module's names are, and a deleted stylesheet can't be imported.
  const files = [...edited].filter(file => !(/(?<!\.module)\.css$/.test(file) && existsSync(file)))
  if (files.some(file => /\.[jt]sx?$/.test(file))) return true
  const inputs = [forBrowser, forNode].flatMap(bundle => Object.keys(bundle.inputs).map(fileOfInput))
  return files.some(file => {
    const name = sameOnAnyDisk(`${nameIn(root, file)}/`)
    return inputs.some(input => input.startsWith(name))
  })
}

/** The file of a bundle's input. A plugin's namespace precedes it: images:shared/site/pages/team.jpg. */
const fileOfInput = (input: string) => sameOnAnyDisk(`${input.replace(/^[\w-]+:/, '')}/`)

/** Some disks ignore case, and a Mac may write an accent as a separate character. */
const sameOnAnyDisk = (name: string) => name.normalize().toLowerCase()
