// No proxy logs a visitor's IP address, as docs/operations.md promises. system/proxies.test.ts checks the logs of the real
// programs.
import { expect, test } from 'vitest'
import { read, valuesIn } from '../../support/deploy-files.ts'

test('nginx has no access log, and logs no errors at levels that include an IP address', () => {
  const text = read('deploy/nginx.conf')
  const levels = valuesIn(text, 'error_log').map(value => value.split(' ')[1])
  expect({ access: valuesIn(text, 'access_log'), levels }).toEqual({ access: ['off'], levels: ['alert'] })
})

test('Caddy has no access log, and logs no errors with an IP address', () => {
  // A global `log` is indented once in the unnamed block. In a site's block, it's an access log.
  const [options = '', ...sites] = read('deploy/Caddyfile').split(/^\}$/m)
  expect(options).toMatch(/^\tlog \{\n[\s\S]*^\t+request delete$/m)
  expect(sites.join('')).not.toMatch(/^\s*log\b/m)
})
