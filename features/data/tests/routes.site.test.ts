// The data of each page of your site, live and prerendered.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { addresses, siteOf } from '../../../tests/support/own-site.ts'
import { dataPathOf } from '../paths.ts'

const withData = addresses.filter(({ route }) => route.loader)

describe.each(['live', 'static'] as const)('%s', async serve => {
  const agent = supertest(await siteOf({ serve }))

  test('every page with a loader has its data as .json at its path', async () => {
    for (const { path } of withData) {
      const response = agent.get(dataPathOf(path))
      const { body } = await response.expect(200).expect('Content-Type', /^application\/json/)
      expect({ path: body.head.path, hasData: 'data' in body }).toEqual({ path, hasData: true })
    }
  })
})
