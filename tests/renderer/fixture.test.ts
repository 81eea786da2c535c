import supertest from 'supertest'
import { expect, test } from 'vitest'
import { facts, siteOf, table } from '../support/fixture-site.ts'

test.each(['live', 'static'] as const)('the site of the fixture answers for every page, %s', async serve => {
  const agent = supertest(await siteOf({ serve }))
  for (const { path } of table.rows.filter(({ prerender }) => prerender !== false))
    expect((await agent.get(path)).status, path).toBe(200)
  expect((await agent.get('/')).text).toContain(`<html lang="${facts.company.lang}"`)
})
