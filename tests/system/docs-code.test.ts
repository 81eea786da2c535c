// The code of docs/recipes/, written to the files it names: a password, a footer, tests. Features have
// recipes of their own.
import { beforeAll, describe, expect, test } from 'vitest'
import { documentedCode } from '../support/documented-code.ts'
import { checkDocumented, ofAcme, prerenderDocumented } from '../support/documented-site.ts'
import { start } from '../support/process.ts'

/** The policy line that header-and-footer.md needs for its search. */
const ofSearch = {
  file: 'server/site/policy.ts',
  object: 'sources',
  code: `    'form-action': ["'self'"],\n`,
}

describe('the code of docs/recipes/', ofAcme, () => {
  let folder: string
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    folder = await prerenderDocumented([...documentedCode(), ofSearch])
    server = await start(folder)
  })

  test('passes the compiler, the linter and its own test', async () => {
    await checkDocumented(folder, 1)
  })

  test('adds a footer, a search in the header, and external links in the menus', async () => {
    const html = await (await fetch(server.url)).text()
    const [header = '', footer = ''] = [/<header.*<\/header>/s, /<footer.*<\/footer>/s].map(
      part => part.exec(html)?.[0],
    )
    expect(header).toMatch(/<input type="search"[^>]* name="place"/)
    expect(header).toContain('<a href="https://status.example.com" class="r-menu-link">Status</a>')
    expect(footer).toMatch(/Company<ul>.*Status.*© \d{4} Acme Software Ltd, made in Dublin<\/p>/s)
  })

  // server/http/middleware.test.ts tests every kind of response of such a site.
  test.each(['live', 'static'])('%s: asks for the password if one is set', async SERVE => {
    const staging = await start(folder, { env: { SERVE, STAGING_PASSWORD: 'geheim' } })
    const get = async (authorization?: string) => {
      const headers = authorization ? { authorization: `Basic ${btoa(authorization)}` } : {}
      const response = await fetch(`${staging.url}/contact`, { headers })
      return `${response.status} ${response.headers.get('cache-control')}`
    }
    expect([await get(), await get('anybody:geheim')]).toEqual([
      '401 private, no-store',
      '200 private, no-store',
    ])
  })
})
