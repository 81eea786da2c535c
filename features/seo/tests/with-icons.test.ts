// The company's logo in JSON-LD is an icon.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { siteOf } from '../../../tests/support/fixture-site.ts'
import { graphIn } from './support/parse.ts'

test('the company has a logo in its JSON-LD, and the file exists', async () => {
  const live = supertest(await siteOf())
  const [{ logo }] = graphIn((await live.get('/').expect(200)).text)['@graph']
  expect(logo).toBe('https://mueller-u-soehne.example/apple-touch-icon.png')
  await live.get('/apple-touch-icon.png').expect(200).expect('Content-Type', 'image/png')
})
