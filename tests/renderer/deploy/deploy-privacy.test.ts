// No log of a proxy or a static host has the address of a visitor, as docs/operations.md promises. system/proxies.test.ts and
// static-hosts.test.ts look for it in the logs of the real programs.
import { expect, test } from 'vitest'
import { read, valuesIn } from '../../support/deploy-files.ts'

test.each(['deploy/nginx.conf', 'deploy/static/nginx.conf'])(
  '%s has no access log, and no messages of the levels that contain an address',
  file => {
    const levels = valuesIn(read(file), 'error_log').map(value => value.split(' ')[1])
    expect({ access: valuesIn(read(file), 'access_log'), levels }).toEqual({
      access: ['off'],
      levels: ['alert'],
    })
  },
)

test.each([
  { file: 'deploy/Caddyfile', silenced: 'request delete' },
  { file: 'deploy/static/Caddyfile', silenced: 'exclude http.log.error' },
])('$file has no access log, and no errors with an address', ({ file, silenced }) => {
  // A `log` of the whole program is indented once in the block without a name. In a block of a site it is an access log.
  const [options = '', ...sites] = read(file).split(/^\}$/m)
  expect(options).toMatch(new RegExp(`^\\tlog \\{\\n[^]*^\\t+${silenced}$`, 'm'))
  expect(sites.join('')).not.toMatch(/^\s*log\b/m)
})
