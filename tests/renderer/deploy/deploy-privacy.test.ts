// No log of a proxy has the address of a visitor, as docs/operations.md promises. system/proxies.test.ts looks for it in the
// logs of the real programs.
import { expect, test } from 'vitest'
import { read, valuesIn } from '../../support/deploy-files.ts'

test('nginx has no access log, and no messages of the levels that contain an address', () => {
  const text = read('deploy/nginx.conf')
  const levels = valuesIn(text, 'error_log').map(value => value.split(' ')[1])
  expect({ access: valuesIn(text, 'access_log'), levels }).toEqual({ access: ['off'], levels: ['alert'] })
})

test('Caddy has no access log, and no errors with an address', () => {
  // A `log` of the whole program is indented once in the block without a name. In a block of a site it is an access log.
  const [options = '', ...sites] = read('deploy/Caddyfile').split(/^\}$/m)
  expect(options).toMatch(/^\tlog \{\n[\s\S]*^\t+request delete$/m)
  expect(sites.join('')).not.toMatch(/^\s*log\b/m)
})
