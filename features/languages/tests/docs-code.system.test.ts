// The code of README.md, written to the files it names: a home page in German.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentedCode } from '../../../tests/support/documented-code.ts'
import { ofAcme, prerenderDocumented } from '../../../tests/support/documented-site.ts'
import { root } from '../../../tests/support/folders.ts'
import { start } from '../../../tests/support/process.ts'

const COMPANY = 'shared/site/company.ts'
/** company.ts with the line that README.md adds. */
const ofCompany = {
  file: COMPANY,
  object: undefined,
  code: `${readFileSync(join(root, COMPANY), 'utf8')}export { translations } from './translations.ts'\n`,
}

describe('the code of README.md', ofAcme, () => {
  let folder: string
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    folder = await prerenderDocumented([...documentedCode('*', 'features/languages'), ofCompany])
    server = await start(folder)
  })

  test('adds a home page in German, and a 404 page in German below it', async () => {
    expect(await (await fetch(`${server.url}/de`)).text()).toMatch(/^<!DOCTYPE html><html lang="de"/)
    const missing = await fetch(`${server.url}/de/nichts`)
    expect({ status: missing.status, html: await missing.text() }).toEqual({
      status: 404,
      html: expect.stringMatching(/<html lang="de".*<h1[^>]*>Seite nicht gefunden<\/h1>.*href="\/de"/s),
    })
    expect(readFileSync(join(folder, 'dist/de/404.html'), 'utf8')).toContain('Seite nicht gefunden')
  })
})
