import { transformSync } from 'esbuild'
import { documentedCode } from './documented-code.ts'

/** What a file in a recipe exports. */
export async function documentedModule(file: string, ...recipe: Parameters<typeof documentedCode>) {
  const { code = '' } = documentedCode(...recipe).find(block => block.file === file) ?? {}
  const script = transformSync(code, { loader: 'ts', format: 'esm' }).code
  return import(`data:text/javascript,${encodeURIComponent(script)}`)
}
