import { transformSync } from 'esbuild'
import { documentedCode } from './documented-code.ts'

/** What a file in a recipe exports: in docs/recipes/, or in a feature's. */
export async function documentedModule(file: string, folder?: string) {
  const { code = '' } = documentedCode('*', folder).find(block => block.file === file) ?? {}
  const script = transformSync(code, { loader: 'ts', format: 'esm' }).code
  return import(`data:text/javascript,${encodeURIComponent(script)}`)
}
