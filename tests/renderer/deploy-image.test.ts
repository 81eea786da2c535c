// The image of the Dockerfile, read as data: its user, its probe, its command, what it holds. system/deploy.test.ts runs the
// probe, system/start.test.ts the command.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dockerfile, instruction, instructions, isMeant, read, stages } from '../support/deploy-files.ts'
import { leaveOut } from '../support/needs.ts'
import { launch } from '../support/process.ts'

const noBash = leaveOut(process.platform === 'win32', 'Windows has no bash')

describe('the image', () => {
  test('is built with Node 26, and runs it, without npm, on a file system of its own', () => {
    expect(instructions('FROM')).toEqual([
      'node:26-slim AS base',
      'base AS dependencies',
      'dependencies AS built',
      'base AS node',
      'scratch',
    ])
    // npm, corepack and the like are folders there, and links in bin/.
    expect(instructions('RUN')[2]).toBe(
      'rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* && find /usr/local/bin -type l -delete',
    )
  })

  test('installs what package-lock.json names, and prerenders the site for its origin', () => {
    expect({ run: instructions('RUN').slice(0, 2), args: instructions('ARG') }).toEqual({
      run: ['npm ci', 'npm run prerender'],
      args: ['SITE_ORIGIN', 'SITE_ORIGIN'], // Of the build, and of the image that runs.
    })
  })

  test('holds the program and the pages in the folder that Node may read, and nothing else of the project', () => {
    expect(instructions('COPY')).toEqual([
      'package.json package-lock.json ./',
      '. .',
      '--from=node / /',
      '--from=built /site/build ./build',
      '--from=built /site/dist ./dist',
    ])
    expect(instructions('WORKDIR')).toEqual(['/site', '/site'])
  })

  test('knows its origin, and where Node is', () => {
    expect(instruction('ENV')?.split(' ')).toEqual([
      'PATH=/usr/local/bin:/usr/bin:/bin',
      'NODE_ENV=production',
      'HOST=0.0.0.0',
      'PORT=3000',
      `SITE_ORIGIN=\${SITE_ORIGIN}`,
    ])
  })

  test('is built without what it does not need: no secret of .env, no packages of this machine', () => {
    expect(read('.dockerignore').trim().split('\n')).toEqual([
      '.env',
      '.git',
      '.github',
      '.ci',
      'build',
      'build-*',
      'deploy',
      'dist',
      'dist-*',
      'docs',
      'node_modules',
      'screenshots',
      'tests',
      '*.md',
    ])
  })

  test('runs as a user who is not root', () => {
    expect(instruction('USER')).toBe('1000:1000')
  })

  test('starts Node with permission to read the folder of the site and to use the network, and no other', () => {
    expect(JSON.parse(instruction('CMD') ?? '[]')).toEqual([
      'node',
      '--permission',
      '--allow-fs-read=.',
      '--allow-net',
      '--disable-warning=ExperimentalWarning',
      'build/server.js',
    ])
  })

  test('names the port on which it listens, at every address', () => {
    expect({ variables: instruction('ENV')?.split(' '), exposed: instruction('EXPOSE') }).toEqual({
      variables: expect.arrayContaining(['HOST=0.0.0.0', 'PORT=3000']),
      exposed: '3000',
    })
  })

  test('has a HEALTHCHECK that asks /healthz at its own port every ten seconds', () => {
    const [, options, probe] = /^HEALTHCHECK (.*) CMD (\[.*)$/m.exec(dockerfile) ?? []
    expect({ options, probe }).toEqual({
      options: '--interval=10s --timeout=3s --start-period=5s',
      probe: expect.stringMatching(/127\.0\.0\.1\/\$PORT.*GET \/healthz HTTP\/1\.0/),
    })
  })

  test.each([
    { what: 'is healthy where the process answers 200', status: 200, code: 0 },
    { what: 'is unhealthy where it answers 500', status: 500, code: 1 },
    { what: 'is unhealthy where it answers 404, as another program at the port would', status: 404, code: 1 },
  ])('$what', noBash, async ({ status, code }) => {
    const requests: string[] = []
    const server = createServer((req, res) => {
      requests.push(`${req.method} ${req.url}`)
      res.writeHead(status).end()
    })
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const [shell = '', ...args]: string[] = JSON.parse(
      /^HEALTHCHECK .* CMD (\[.*)$/m.exec(dockerfile)?.[1] ?? '[]',
    )
    const PORT = String((server.address() as AddressInfo).port)
    const probe = launch(shell, args, { env: { PATH: process.env.PATH, PORT } })
    expect({ code: await probe.ended, requests }).toEqual({ code, requests: ['GET /healthz'] })
  })

  test('is made by these instructions, and no others', () => {
    expect(stages(), isMeant).toEqual([
      'FROM',
      'FROM WORKDIR COPY RUN',
      'FROM COPY ARG RUN',
      'FROM RUN',
      'FROM COPY WORKDIR COPY COPY ARG ENV USER EXPOSE HEALTHCHECK CMD',
    ])
  })

  test('is ended by SIGTERM, as Docker ends every image that names no other signal', () => {
    expect(instruction('STOPSIGNAL')).toBeUndefined()
  })
})
