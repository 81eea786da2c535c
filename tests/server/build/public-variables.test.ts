// Environment variables in shared/: the build inlines those whose names begin with PUBLIC_.
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { publicDefine } from '../../../scripts/bundle/public-env.ts'

const env = { PUBLIC_MAP_KEY: 'a "key"', PUBLIC_PLACE: 'Ulm' }

/** Bundles a component of shared/ for each side in production, runs it, and resolves to what it logs. */
async function logged(source: string): Promise<unknown[][]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  writeFileSync(join(folder, 'page.tsx'), source)
  const sides = (['browser', 'node'] as const).map(async platform => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'page.tsx')],
      bundle: true,
      write: false,
      platform,
      format: 'iife',
      jsx: 'automatic',
      logLevel: 'silent',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } }, // The same as the project's.
      define: { ...publicDefine(env, folder), 'process.env.NODE_ENV': '"production"' },
    })
    const log: unknown[] = []
    const { PUBLIC_LATE: _, ...atRuntime } = process.env
    const program = new Function('console', 'process', outputFiles[0]?.text ?? '')
    program(
      { log: (value: unknown) => log.push(value) },
      platform === 'node' ? { env: { ...atRuntime, PUBLIC_LATE: 'set when the server started' } } : undefined,
    )
    return log
  })
  return Promise.all(sides)
}

test('a public variable has its build-time value in the browser and on the server', async () => {
  const source = `
    console.log(process.env.PUBLIC_MAP_KEY!.length)
    console.log(\`in \${process.env.PUBLIC_PLACE}\`)
    console.log(process.env.PUBLIC_LATE ?? 'unset')
    console.log(process.env?.['PUBLIC_LATE'])
    console.log(process.env?.PUBLIC_PLACE)
    console.log((process.env as { PUBLIC_PLACE: string }).PUBLIC_PLACE)
    console.log(process.env['PUBLIC_PLACE'])
    console.log('process.env.PUBLIC_PLACE')`
  const values = [7, 'in Ulm', 'unset', undefined, 'Ulm', 'Ulm', 'Ulm', 'process.env.PUBLIC_PLACE']
  expect(await logged(source)).toEqual([values, values])
})
