// The company's logo in JSON-LD is an icon.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { siteOf } from '../../../tests/support/fixture-site.ts'

test('the company has a logo in its JSON-LD, and the file exists', async () => {
  const live = supertest(await siteOf())
  const document = documentOf((await live.get('/').expect(200)).text)
  const data = document.querySelector('head > script[type="application/ld+json"]')?.textContent ?? 'null'
  const [{ logo }] = JSON.parse(data)['@graph']
  expect(logo).toBe('https://mueller-u-soehne.example/apple-touch-icon.png')
  await live.get('/apple-touch-icon.png').expect(200).expect('Content-Type', 'image/png')
})
