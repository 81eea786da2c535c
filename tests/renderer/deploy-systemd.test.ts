// deploy/site.service, the unit of systemd, read as data. system/deploy.test.ts has it verified by systemd itself.
import { describe, expect, test } from 'vitest'
import { bytesOf, instruction, isMeant, sections, setting, units } from '../support/deploy-files.ts'

describe('the unit of systemd', () => {
  test('has these settings in the sections that read them, and no others', () => {
    expect(sections(), isMeant).toEqual({
      Unit: ['Description', 'After', 'StartLimitIntervalSec'],
      Service: [
        'EnvironmentFile',
        'Environment',
        'WorkingDirectory',
        'ExecStart',
        'Restart',
        'RestartSec',
        'TimeoutStopSec',
        'MemoryMax',
        'TasksMax',
        'DynamicUser',
        'PrivateDevices',
        'ProtectHome',
        'CapabilityBoundingSet',
        'RestrictAddressFamilies',
        'RestrictNamespaces',
        'SystemCallArchitectures',
        'SystemCallFilter',
      ],
      Install: ['WantedBy'],
    })
  })

  test('has a name in systemctl status', () => {
    expect(setting('Description')).toBe('Website')
  })

  test('starts the site with the machine, after the network', () => {
    expect({ with: setting('WantedBy'), after: setting('After') }).toEqual({
      with: 'multi-user.target',
      after: 'network.target',
    })
  })

  test('starts it again when it ends, however often', () => {
    expect({
      when: setting('Restart'),
      seconds: setting('RestartSec'),
      interval: setting('StartLimitIntervalSec'),
    }).toEqual({ when: 'always', seconds: '1', interval: '0' })
  })

  test('lets it use 512 MiB of memory', () => {
    expect(bytesOf(setting('MemoryMax'), units.systemd)).toBe(536_870_912)
  })

  test('lets it start 64 processes and threads', () => {
    expect(setting('TasksMax')).toBe('64')
  })

  test('sends it SIGTERM, and gives it ten seconds to end, more than the eight of SHUTDOWN_TIMEOUT', () => {
    expect({ signal: setting('KillSignal'), seconds: setting('TimeoutStopSec') }).toEqual({
      signal: undefined,
      seconds: '10',
    })
  })

  test('runs it as a user of its own, who is not root', () => {
    expect(setting('DynamicUser')).toBe('yes')
  })

  // DynamicUser=yes says ProtectSystem=strict, NoNewPrivileges=yes and PrivateTmp=yes, too:
  // https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#DynamicUser=
  test('gives it no capabilities, no devices and no homes, and the system calls of a service', () => {
    const names = [
      'CapabilityBoundingSet',
      'PrivateDevices',
      'ProtectHome',
      'RestrictAddressFamilies',
      'RestrictNamespaces',
      'SystemCallArchitectures',
      'SystemCallFilter',
    ]
    expect(Object.fromEntries(names.map(name => [name, setting(name)]))).toEqual({
      CapabilityBoundingSet: '',
      PrivateDevices: 'yes',
      ProtectHome: 'yes',
      RestrictAddressFamilies: 'AF_INET AF_INET6',
      RestrictNamespaces: 'yes',
      SystemCallArchitectures: 'native',
      SystemCallFilter: '@system-service',
    })
  })

  test('starts Node with the arguments of the image', () => {
    const [node, ...args]: string[] = JSON.parse(instruction('CMD') ?? '[]')
    expect(setting('ExecStart')).toBe(`/usr/bin/${node} ${args.join(' ')}`)
  })

  test('sets NODE_ENV for the production build of React, and no other variable', () => {
    expect(setting('Environment')).toBe('NODE_ENV=production')
  })

  test('has the variables of the operator in a file that may be missing, beside a folder for each release', () => {
    expect({ file: setting('EnvironmentFile'), folder: setting('WorkingDirectory') }).toEqual({
      file: '-/etc/site.env',
      folder: '/srv/site',
    })
  })
})
