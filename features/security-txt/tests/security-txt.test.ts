// The security.txt that is generated from company.ts, and the file that replaces it.
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import { build, dist, siteOf } from '../../../tests/support/fixture-site.ts'
import { site } from '../../../tests/support/site.tsx'
import { securityText } from '../security-txt.ts'

const live = supertest(await siteOf())

/** A copy of build/ without public files. */
function newBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync(build, folder, { recursive: true, filter: path => dirname(path) !== join(build, 'public') })
  return folder
}

const SECURITY = '.well-known/security.txt'

/** The fixture has a security.txt of its own. */
const ownSecurity = `Contact: mailto:sicherheit@mueller-u-soehne.example
Expires: 2027-06-30T00:00:00Z
`

test('security.txt has the fields of RFC 9116, and is valid for less than a year', async () => {
  const withoutFiles = newBuild()
  const server = supertest(await siteOf({ build: withoutFiles }))
  const { text } = await server
    .get(`/${SECURITY}`)
    .expect(200)
    .expect('Content-Type', 'text/plain; charset=utf-8')
  // The fixture is built on 2026-11-01.
  expect(text).toBe(`Contact: mailto:warenwirtschaft@mueller-u-soehne.example
Expires: 2027-10-01T00:00:00Z
Preferred-Languages: de
Canonical: https://mueller-u-soehne.example/.well-known/security.txt
`)
})

// These zones are a day ahead of UTC or behind it for part of the day.
test.each(
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].flatMap(timeZone => [
    { built: '2026-11-01', timeZone },
    { built: '2026-11-30', timeZone },
  ]),
)('security.txt built on $built is valid for less than a year in $timeZone, too', given => {
  vi.stubEnv('TZ', given.timeZone)
  const { company } = site
  const text = securityText({ company, origin: company.origin, buildDate: given.built })
  expect(text).toContain('\nExpires: 2027-10-01T00:00:00Z\n')
})

test('a security.txt in shared/site/public/ replaces the generated one, live and in dist/', async () => {
  const { text } = await live
    .get(`/${SECURITY}`)
    .expect(200)
    .expect('Content-Type', 'text/plain; charset=utf-8')
  expect(text).toBe(ownSecurity)
  expect(readFileSync(join(dist, SECURITY), 'utf8')).toBe(ownSecurity)
})
