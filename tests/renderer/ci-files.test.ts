// .github/, read as data: what hosted CI runs, and what Dependabot updates. ci-run.test.ts and ci-image.test.ts run the scripts.
import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isMeant, keysOf, read } from '../support/deploy-files.ts'
import { root } from '../support/folders.ts'

const workflow = parse(read('.github/workflows/ci.yml'))
const { quick, all, image } = workflow.jobs
const commandsOf = (job: { steps: { run?: string }[] }) =>
  job.steps.map(({ run }) => run).filter(run => run !== undefined)

describe('hosted CI', () => {
  test('has these settings and steps, and no others', () => {
    expect(keysOf(workflow), isMeant).toEqual([
      'top: name on permissions jobs',
      'on: push pull_request',
      'on.push: branches',
      'permissions: contents',
      'jobs: quick all image',
      'jobs.quick: strategy runs-on timeout-minutes steps',
      'jobs.quick.strategy: fail-fast matrix',
      'jobs.quick.strategy.matrix: os',
      'jobs.quick.steps.0: uses',
      'jobs.quick.steps.1: run',
      'jobs.quick.steps.2: run',
      'jobs.all: runs-on container timeout-minutes steps',
      'jobs.all.container: image options',
      'jobs.all.steps.0: uses',
      'jobs.all.steps.1: run',
      'jobs.all.steps.2: uses if with',
      'jobs.all.steps.2.with: name path if-no-files-found',
      'jobs.image: runs-on timeout-minutes steps',
      'jobs.image.steps.0: uses',
      'jobs.image.steps.1: run',
      'jobs.image.steps.2: run',
      'jobs.image.steps.3: run',
    ])
  })

  test('is CI, runs for what is pushed to main, and for each pull request, and may change nothing', () => {
    const { jobs: _, ...workflowItself } = workflow
    expect(workflowItself).toEqual({
      name: 'CI',
      on: { push: { branches: ['main'] }, pull_request: null },
      permissions: { contents: 'read' },
    })
  })

  test('runs npm test on three systems, to the end on each', () => {
    expect({ strategy: quick.strategy, system: quick['runs-on'], commands: commandsOf(quick) }).toEqual({
      strategy: { 'fail-fast': false, matrix: { os: ['ubuntu-latest', 'macos-latest', 'windows-latest'] } },
      system: `\${{ matrix.os }}`,
      commands: ['npm ci', 'npm test'],
    })
  })

  test('runs every test in a Debian with the memory that browsers share', () => {
    expect({ system: all['runs-on'], container: all.container, commands: commandsOf(all) }).toEqual({
      system: 'ubuntu-latest',
      container: { image: 'node:26-bookworm', options: '--ipc=host' },
      commands: ['.ci/run'],
    })
  })

  test('keeps the pictures of failed tests', () => {
    const { uses, ...step } = all.steps.at(-1)
    expect({ uses, step }).toEqual({
      uses: expect.stringMatching(/^actions\/upload-artifact@/),
      step: {
        if: 'failure()',
        with: { name: 'pages-of-failed-tests', path: 'screenshots/failed', 'if-no-files-found': 'ignore' },
      },
    })
  })

  test('builds the image, tries it, and reads compose.yaml', () => {
    expect(image['runs-on']).toBe('ubuntu-latest')
    expect(commandsOf(image)).toEqual([
      'docker build --build-arg SITE_ORIGIN=https://ci.example.org --tag site:ci .',
      'bash .ci/image site:ci https://ci.example.org',
      'SITE_ADDRESS=ci.example.org SITE_VERSION=ci docker compose --file deploy/compose.yaml config --quiet',
    ])
  })

  test('takes actions by the hash of a commit, which nobody can move, and first the source', () => {
    const jobs = [quick, all, image]
    const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }: { uses?: string }) => uses ?? []))
    expect(actions.filter(name => !/@[\da-f]{40}$/.test(name))).toEqual([])
    const [checkout] = actions
    expect(checkout).toMatch(/^actions\/checkout@/)
    // The same commit in each: one that is not there ends its job before the first step.
    expect(jobs.map(({ steps }) => steps[0].uses)).toEqual([checkout, checkout, checkout])
  })

  test('ends what hangs', () => {
    expect([quick, all, image].map(job => job['timeout-minutes'])).toEqual([20, 60, 15])
  })
})

const dependabot = parse(read('.github/dependabot.yml'))
const updates: Record<string, unknown>[] = dependabot.updates

test.each(['.ci/run', '.ci/image'])('%s is run by bash, for whose syntax it is written', name => {
  expect(read(name).split('\n', 1)).toEqual(['#!/usr/bin/env bash'])
})

test('Dependabot has these settings, and no others', () => {
  expect(keysOf(dependabot), isMeant).toEqual([
    'top: version updates',
    'updates.0: package-ecosystem directory schedule groups',
    'updates.0.schedule: interval',
    'updates.0.groups: react npm',
    'updates.0.groups.react: patterns',
    'updates.0.groups.npm: patterns exclude-patterns',
    'updates.1: package-ecosystem directory schedule groups',
    'updates.1.schedule: interval',
    'updates.1.groups: browsers',
    'updates.1.groups.browsers: patterns',
    'updates.2: package-ecosystem directory schedule',
    'updates.2.schedule: interval',
    'updates.3: package-ecosystem directory schedule',
    'updates.3.schedule: interval',
    'updates.4: package-ecosystem directory schedule',
    'updates.4.schedule: interval',
  ])
  expect(dependabot.version).toBe(2)
})

test('Dependabot proposes updates once a week: of npm, of the image and its proxy, and of the actions of CI', () => {
  expect(updates.map(update => [update['package-ecosystem'], update.directory, update.schedule])).toEqual([
    ['npm', '/', { interval: 'weekly' }],
    ['npm', '/tests/browser', { interval: 'weekly' }],
    ['docker', '/', { interval: 'weekly' }],
    ['docker-compose', '/deploy', { interval: 'weekly' }],
    ['github-actions', '/', { interval: 'weekly' }],
  ])
})

test('Dependabot proposes React, the other packages and the browsers of the tests apart, and each at once', () => {
  const react = ['react', 'react-dom', 'react-router', '@types/react', '@types/react-dom']
  expect(updates.flatMap(({ groups }) => groups ?? [])).toEqual([
    { react: { patterns: react }, npm: { patterns: ['*'], 'exclude-patterns': react } },
    { browsers: { patterns: ['*'] } },
  ])
})

test('Dependabot sees each package.json of the project', () => {
  const files = globSync('**/package.json', {
    cwd: root,
    exclude: file => /(^|[\\/])(node_modules|build|dist)$/.test(file),
  })
  const folders = files.map(file => posix.join('/', posix.dirname(file.replaceAll('\\', '/'))))
  const seen = updates.filter(update => update['package-ecosystem'] === 'npm').map(update => update.directory)
  expect(folders.sort()).toEqual(['/', '/tests/browser'])
  expect(seen.sort()).toEqual(['/', '/tests/browser'])
})
