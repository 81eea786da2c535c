import { transformSync } from 'esbuild'
import { documentedCode } from './documented-code.ts'

/** The exports of a file in a recipe of docs/recipes/ or of a feature. */
export async function documentedModule(file: string, folder?: string) {
  const { code = '' } = documentedCode('*', folder).find(block => block.file === file) ?? {}
  const script = transformSync(code, { loader: 'ts', format: 'esm' }).code
  return import(`data:text/javascript,${encodeURIComponent(script)}`)
}
