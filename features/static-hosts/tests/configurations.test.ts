// The files for nginx and Caddy log no visitor's address, as docs/operations.md promises, and set the server's security headers.
// static-hosts.system.test.ts checks the logs and the headers of the real programs. The code of README.md is tested here, too.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read, valuesIn } from '../../../tests/support/deploy-files.ts'
import { security } from '../../../tests/support/fixture-site.ts'

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

test('nginx and Caddy set each of the server’s security headers, and no others', () => {
  const names = Object.keys(security.document)
  const ofNginx = valuesIn(readOwn('nginx.conf'), 'add_header').map(value => value.split(' ')[0])
  const [, block = ''] = /^\(headers\) \{\n(.*?)^\}$/ms.exec(readOwn('Caddyfile')) ?? []
  const ofCaddy = Array.from(block.matchAll(/^\t\t\??([A-Z][\w-]*) /gm), ([, name]) => name)
  expect({ nginx: ofNginx, caddy: ofCaddy.sort() }).toEqual({
    nginx: ['Cache-Control', ...names.sort()],
    caddy: [...names, 'Vary'].sort(),
  })
})

test('the YAML and JSON of README.md parse', () => {
  const text = readOwn('README.md')
  const workflows = Array.from(text.matchAll(/^```yaml\n(.*?)^```$/gms), ([, yaml = '']) => parse(yaml))
  const settings = Array.from(text.matchAll(/`(\{.*\})`/g), ([, json = '']) => JSON.parse(json))
  expect({ workflows: workflows.length, settings: settings.length }).toEqual({ workflows: 1, settings: 2 })
})
