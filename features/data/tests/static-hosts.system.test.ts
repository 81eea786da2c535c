// Pages with data in dist/, as programs serve them that an operator may have: system/static-hosts has the rest.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { dist } from '../../../tests/support/fixture-site.ts'
import { needsProgram } from '../../../tests/support/proxies.ts'
import { startHost, staticHosts } from '../../../tests/support/static-hosts.ts'

const paths = globSync('{stellen,kurse,stellen/*,fr/emplois/*}.html', { cwd: dist }).map(
  name => `/${name.replaceAll('\\', '/').replace('.html', '')}`,
)

for (const program of staticHosts)
  describe(program, needsProgram(program), () => {
    let host: Awaited<ReturnType<typeof startHost>>
    beforeAll(async () => {
      host = await startHost(program)
    })

    test.each(paths)('sends %s, and its data, as a prerender has written them', async path => {
      const visit = host[program === 'apache2' ? 'plain' : 'secure']
      const page = await visit(path)
      const data = await visit(`${path}.json`)
      expect({ page: page.status, data: data.status, type: data.headers['content-type'] }).toEqual({
        page: 200,
        data: 200,
        type: expect.stringMatching(/^application\/json/),
      })
      expect(page.body).toBeSameBytes(readFileSync(join(dist, `${path}.html`)))
      expect(data.body).toBeSameBytes(readFileSync(join(dist, `${path}.json`)))
    })

    test('has a 404 for a path with a param that no loader names', async () => {
      const visit = host[program === 'apache2' ? 'plain' : 'secure']
      const { status, body } = await visit('/fr/emplois/nichts')
      expect(status).toBe(404)
      expect(body).toBeSameBytes(readFileSync(join(dist, 'fr/404.html')))
    })
  })
