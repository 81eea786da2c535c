// The files for nginx and Caddy log no visitor's address, as docs/operations.md promises. static-hosts.system.test.ts
// checks the logs of the real programs. The code of README.md is tested here, too.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read, valuesIn } from '../../../tests/support/deploy-files.ts'

const readOwn = (name: string) => read(`features/static-hosts/${name}`)

test('nginx writes no access log, and only errors of levels that contain no address', () => {
  const text = readOwn('nginx.conf')
  const levels = valuesIn(text, 'error_log').map(value => value.split(' ')[1])
  expect({ access: valuesIn(text, 'access_log'), levels }).toEqual({
    access: ['off', 'off'],
    levels: ['alert', 'alert'],
  })
})

test('Caddy writes no access log, and no errors that contain an address', () => {
  // In the unnamed block of global options, `log` configures the program's log. In the block of a site, it enables an access log.
  const [options = '', ...sites] = readOwn('Caddyfile').split(/^\}$/m)
  expect(options).toMatch(/^\tlog \{\n[\s\S]*^\t+exclude http\.log\.error$/m)
  expect(sites.join('')).not.toMatch(/^\s*log\b/m)
})

test('the YAML and JSON of README.md parse', () => {
  const text = readOwn('README.md')
  const workflows = Array.from(text.matchAll(/^```yaml\n(.*?)^```$/gms), ([, yaml = '']) => parse(yaml))
  const settings = Array.from(text.matchAll(/`(\{.*\})`/g), ([, json = '']) => JSON.parse(json))
  expect({ workflows: workflows.length, settings: settings.length }).toEqual({ workflows: 1, settings: 2 })
})
