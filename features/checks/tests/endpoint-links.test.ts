// The paths that a page may link to because an endpoint responds to them.
import express from 'express'
import { expect, test } from 'vitest'
import { createIsEndpoint } from '../endpoints.ts'

test.each([
  ['/api/export.csv', true],
  ['/api/jobs/mason', true],
  ['/api/jobs/Größe 1', true],
  ['/files/prices/2026.pdf', true],
  ['/shop/cart', true],
  ['/docs/manual.pdf', true],
  ['/any', true],
  ['/api/none.csv', false],
  ['/api/jobs', false],
  ['/api/send', false],
  ['/shop/none', false],
  ['/', false],
])('a link to %s leads to an endpoint: %s', async (path, expected) => {
  const app = express()
  const refuse = () => expect.unreachable('no endpoint runs')
  const shop = express.Router().use(refuse).get('/cart', refuse)
  app.use(refuse)
  app.get('/api/export.csv', refuse)
  app.get('/api/jobs/:slug', refuse)
  app.get('/files/{*path}', refuse)
  app.post('/api/send', refuse)
  app.all('/any', refuse)
  app.use('/shop', shop)
  app.use('/docs', express.static('docs'))
  expect(await createIsEndpoint(app)(path)).toBe(expected)
})
