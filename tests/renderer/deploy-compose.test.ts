// deploy/compose.yaml, read as data: three replicas and Caddy on one machine, their memory, privileges, ports and variables.
// system/proxies.test.ts runs the Caddyfile.
import { describe, expect, test } from 'vitest'
import { bytesOf, compose, isMeant, keysOf, proxy, read, replica, units } from '../support/deploy-files.ts'

test('compose has these settings, and no others', () => {
  expect({ file: Object.keys(compose), replica: keysOf(replica), proxy: keysOf(proxy) }, isMeant).toEqual({
    file: ['name', 'x-logging', 'x-replica', 'services', 'volumes'],
    replica: [
      'top: image build environment user read_only cap_drop security_opt pids_limit mem_limit logging restart stop_grace_period',
      'build: context args',
      'build.args: SITE_ORIGIN',
      'environment: SITE_ORIGIN SITE_VERSION SERVE TRUST_PROXY',
      'logging: driver options',
      'logging.options: max-size max-file',
    ],
    proxy: [
      'top: image depends_on environment ports volumes tmpfs read_only cap_drop cap_add security_opt logging restart',
      'environment: SITE_ADDRESS',
      'logging: driver options',
      'logging.options: max-size max-file',
    ],
  })
})

describe('replicas in compose', () => {
  test('are three that differ in nothing, and one proxy before them', () => {
    const { 'site-1': one, 'site-2': two, 'site-3': three, ...others } = compose.services
    expect({ name: compose.name, two, three, others: Object.keys(others) }).toEqual({
      name: 'site', // Of the containers, and of the volume with the certificates.
      two: one,
      three: one,
      others: ['proxy'],
    })
    expect({ image: proxy.image, after: proxy.depends_on }).toEqual({
      image: 'caddy:2',
      after: ['site-1', 'site-2', 'site-3'],
    })
  })

  test('may use 512 MiB of memory', () => {
    expect(bytesOf(replica.mem_limit, units.compose)).toBe(536_870_912)
  })

  test.each(['README.md', 'compose.yaml'])('use 352 MiB, as it was measured: %s', name => {
    const [, measured] = /(?:up to|at most) (\d+) MiB/.exec(read(`deploy/${name}`)) ?? []
    expect(measured).toBe('352')
  })

  test('may start 64 processes and threads', () => {
    expect(replica.pids_limit).toBe(64)
  })

  test('get SIGTERM, and ten seconds to end, more than the eight of SHUTDOWN_TIMEOUT', () => {
    expect({ signal: replica.stop_signal, time: replica.stop_grace_period }).toEqual({
      signal: undefined,
      time: '10s',
    })
  })

  test('have the HEALTHCHECK of the image, and none of their own', () => {
    expect(replica.healthcheck).toBeUndefined()
  })

  test('run as a user who is not root', () => {
    expect(replica.user).toBe('1000:1000')
  })

  test('have a read-only root, no capabilities, and get no privileges', () => {
    const { read_only, cap_drop, cap_add, security_opt, privileged, volumes } = replica
    expect({ read_only, cap_drop, cap_add, security_opt, privileged, volumes }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: undefined,
      security_opt: ['no-new-privileges:true'],
      privileged: undefined,
      volumes: undefined,
    })
  })

  test('cannot be reached by visitors, who reach the proxy', () => {
    expect({ replica: replica.ports, proxy: proxy.ports }).toEqual({
      replica: undefined,
      proxy: ['80:80', '443:443', '443:443/udp'],
    })
  })

  test('are started again when they end, however often, and the proxy is, too', () => {
    expect({ replica: replica.restart, proxy: proxy.restart }).toEqual({ replica: 'always', proxy: 'always' })
  })

  test('have these variables, and the defaults of all others', () => {
    expect(replica.environment).toEqual({
      SITE_ORIGIN: `https://\${SITE_ADDRESS}`,
      SITE_VERSION: `\${SITE_VERSION}`,
      SERVE: `\${SERVE:-live}`,
      TRUST_PROXY: 'true', // Caddy is ours, and each visitor has an address of their own.
    })
  })

  test('are of an image that has the release in its tag, and is built for the origin', () => {
    const { image, build } = replica
    expect({ image, build }).toEqual({
      // Without a value compose ends with these words.
      image: `site:\${SITE_VERSION:?write the version into .env, such as 1.0.0}`,
      build: {
        context: '..',
        args: { SITE_ORIGIN: `https://\${SITE_ADDRESS:?write the public name into .env}` },
      },
    })
  })

  test('have 100 MB of logs each, and so has the proxy', () => {
    const logging = { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } }
    expect({ replica: replica.logging, proxy: proxy.logging }).toEqual({ replica: logging, proxy: logging })
  })
})

describe('the proxy in compose', () => {
  test('has the address of the site from .env', () => {
    expect(proxy.environment).toEqual({ SITE_ADDRESS: `\${SITE_ADDRESS}` })
  })

  test('has a read-only root, and may listen on ports 80 and 443 alone', () => {
    const { read_only, cap_drop, cap_add, security_opt, volumes, tmpfs } = proxy
    expect({ read_only, cap_drop, cap_add, security_opt, volumes, tmpfs }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['.:/etc/caddy:ro', 'certificates:/data'],
      tmpfs: ['/config'],
    })
  })

  test('has its certificates still when its container is made anew', () => {
    expect(proxy.volumes).toContain('certificates:/data')
    expect(compose.volumes).toEqual({ certificates: null }) // A volume of Docker's own.
  })
})
