// The files for nginx and Caddy: no log has the address of a visitor, as docs/operations.md promises. static-hosts.system.test.ts
// looks for it in the logs of the real programs. And the code of README.md.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read, valuesIn } from '../../../tests/support/deploy-files.ts'

const readOwn = (name: string) => read(`features/static-hosts/${name}`)

test('nginx has no access log, and no messages of the levels that contain an address', () => {
  const text = readOwn('nginx.conf')
  const levels = valuesIn(text, 'error_log').map(value => value.split(' ')[1])
  expect({ access: valuesIn(text, 'access_log'), levels }).toEqual({
    access: ['off', 'off'],
    levels: ['alert', 'alert'],
  })
})

test('Caddy has no access log, and no errors with an address', () => {
  // A `log` of the whole program is indented once in the block without a name. In a block of a site it is an access log.
  const [options = '', ...sites] = readOwn('Caddyfile').split(/^\}$/m)
  expect(options).toMatch(/^\tlog \{\n[\s\S]*^\t+exclude http\.log\.error$/m)
  expect(sites.join('')).not.toMatch(/^\s*log\b/m)
})

test('README.md has YAML and JSON that can be read', () => {
  const text = readOwn('README.md')
  const workflows = Array.from(text.matchAll(/^```yaml\n(.*?)^```$/gms), ([, yaml = '']) => parse(yaml))
  const settings = Array.from(text.matchAll(/`(\{.*\})`/g), ([, json = '']) => JSON.parse(json))
  expect({ workflows: workflows.length, settings: settings.length }).toEqual({ workflows: 1, settings: 2 })
})
