// The Content Security Policy of a page with data: server/http/csp has the rest.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { blockedIn } from '../../../tests/support/blocked.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { siteOf } from '../../../tests/support/fixture-site.ts'

test.each([
  { what: 'a page with data', path: '/stellen', status: 200 },
  { what: 'the 500 of a page whose source is down', path: '/lager', status: 500 },
])(
  'the CSP blocks nothing on $what, and comes before everything that it governs',
  async ({ path, status }) => {
    const { text, headers } = await supertest(await siteOf())
      .get(path)
      .expect(status)
    expect(blockedIn({ document: documentOf(text), headers })).toEqual([])
    const [before = '', ...rest] = text.split('<meta http-equiv="Content-Security-Policy"')
    const governed = before.match(/<(style|script|img|svg|link rel="(?!canonical)[^"]*)/g) ?? []
    expect({ policies: rest.length, governed }).toEqual({ policies: 1, governed: [] })
  },
)
