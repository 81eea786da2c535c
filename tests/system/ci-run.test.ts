// .ci/run, which hosted CI runs, run by bash: its steps, and what it says of one that fails. What it starts are stubs.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/folders.ts'
import { leaveOut } from '../support/needs.ts'
import { runWithStubs } from '../support/stub-programs.ts'

/** Debian's packages, npm and Node. The one that FAILS writes a hundred lines, and tests a hundred more to stderr, as Vitest does. */
const fail = (kind: string) => `
for n in {1..100}; do echo "output $n"; done
[ "$1" = ci ] || for n in {1..100}; do echo "${kind} $n" >&2; done
exit 1`
const programs = {
  dpkg: `
echo "Package: $2"
[ "$INSTALLED" = all ] || [ "$2" = "$INSTALLED" ] || { echo "$2 is not installed" >&2; exit 1; }`,
  'apt-get': `
echo "frontend=$DEBIAN_FRONTEND policy=$("$POLICY"; echo $?)" >>"$CALLS"
[ "$1" != install ] || echo 'Unpacking thousands of files'
[ "$1" != "$FAILS" ]`,
  npm: `
echo "TESTS=$TESTS" >>"$CALLS"
[ "$1" = "$FAILS" ] || [ "$1 $2" = "$FAILS" ] || exit 0
${fail('Failed Tests')}`,
}
const ownPrograms = {
  'node_modules/.bin/node': `
echo "TESTS=$TESTS" >>"$CALLS"
[ "$1" = "$FAILS" ] || exit 0
${fail('Failed Suites')}`,
}

/** Runs the script in a folder that has nothing else but the names of the packages that tests need. */
async function runCi(env: Record<string, string> = {}, ownPolicy?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ci-run-'))
  const policy = join(folder, 'policy-rc.d')
  if (ownPolicy) writeFileSync(policy, ownPolicy, { mode: 0o755 })
  for (const name of ['.ci/run', 'tests/support/needs.ts']) cpSync(join(root, name), join(folder, name))
  const script = readFileSync(join(root, '.ci/run'), 'utf8')
  writeFileSync(join(folder, '.ci/run'), script.replaceAll('/usr/sbin/policy-rc.d', policy))
  const variables = { INSTALLED: 'xvfb', FAILS: '', POLICY: policy, ...env }
  const result = await runWithStubs(folder, '.ci/run', { programs, ownPrograms, env: variables })
  return { ...result, policy: existsSync(policy) ? readFileSync(policy, 'utf8') : undefined }
}

/** The calls that are steps, each with the variable that forbids to leave a test out. */
const stepsOf = (calls: string[]) =>
  calls
    .map(call => call.replace(/(--sequence\.seed=)\d+$/, '$1<number>'))
    .filter(call => /^(npm|TESTS|node_modules)/.test(call))
const seedOf = (calls: string[]) => /--sequence\.seed=(\d+)/.exec(calls.join('\n'))?.[1]

const noBash = leaveOut(process.platform === 'win32', 'Windows has no bash')

describe('.ci/run', noBash, () => {
  let runs: Awaited<ReturnType<typeof runCi>>[]
  let usual: Awaited<ReturnType<typeof runCi>>
  beforeAll(async () => {
    runs = await Promise.all([runCi(), runCi(), runCi()])
    usual = runs[0]!
  })

  test('runs the quick tests in another order, then all others, then those of a company, and leaves nothing out', () => {
    const { code, lines, stderr, calls } = usual
    expect({ code, end: lines.at(-1), stderr, steps: stepsOf(calls) }).toEqual({
      code: 0,
      end: '5 passed, 0 failed',
      stderr: '',
      steps: [
        'npm ci',
        'TESTS=',
        'npm test -- --sequence.shuffle --sequence.seed=<number>',
        'TESTS=',
        'npm run test:all',
        'TESTS=all', // No test of a browser or a proxy may be left out.
        'node_modules/.bin/node tests/support/company-copy.ts',
        'TESTS=all',
      ],
    })
  })

  test('says each step before it, with the number by which the same order comes again, and nothing of packages', () => {
    const { lines, calls } = usual
    expect(lines.slice(0, -1)).toEqual([
      '== install',
      '== npm ci',
      `== npm test -- --sequence.shuffle --sequence.seed=${seedOf(calls)}`,
      '== npm run test:all',
      '== node_modules/.bin/node tests/support/company-copy.ts',
    ])
  })

  test('takes another order each time', () => {
    expect(new Set(runs.map(({ calls }) => seedOf(calls))).size).toBeGreaterThan(1)
  })

  test('installs the Debian packages that are missing, before anything else, and starts none of their services', () => {
    const { calls, policy } = usual
    const missing =
      'nginx caddy apache2 openssl firefox-esr webkit2gtk-driver systemd libatomic1 fonts-liberation fonts-dejavu-core'
    expect(calls.filter(call => !call.startsWith('dpkg')).slice(0, 5)).toEqual([
      'apt-get update -qq',
      'frontend= policy=101',
      `apt-get install -y -qq --no-install-recommends ${missing}`,
      'frontend=noninteractive policy=101', // https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt
      'npm ci',
    ])
    expect(policy, 'afterwards').toBeUndefined()
  })

  test('leaves the policy of a machine as it is', async () => {
    const { calls, policy } = await runCi({}, '#!/bin/sh\nexit 7\n')
    expect(calls).toContain('frontend=noninteractive policy=7')
    expect(policy).toBe('#!/bin/sh\nexit 7\n')
  })

  test('installs nothing where all is there', async () => {
    const { code, calls } = await runCi({ INSTALLED: 'all' })
    expect({ code, apt: calls.filter(call => call.startsWith('apt-get')) }).toEqual({ code: 0, apt: [] })
  })

  test.each([
    { fails: 'update', steps: 0 },
    { fails: 'install', steps: 0 },
    { fails: 'ci', steps: 1 },
  ])('tests nothing where $fails fails', async ({ fails, steps }) => {
    const { code, lines, calls } = await runCi({ FAILS: fails })
    expect({ code, end: lines.at(-1), steps: calls.filter(call => call.startsWith('npm')).length }).toEqual({
      code: 1,
      end: `${steps} passed, 1 failed`,
      steps,
    })
  })

  test('says on another system than Debian what to run there', async () => {
    const { 'apt-get': _, ...others } = programs
    const folder = mkdtempSync(join(tmpdir(), 'ci-run-'))
    cpSync(join(root, '.ci/run'), join(folder, '.ci/run'))
    const { code, lines } = await runWithStubs(folder, '.ci/run', { programs: others })
    const words = 'This needs apt-get, and so a Debian: on other systems run `npm ci && npm test`.'
    expect({ code, lines }).toEqual({
      code: 1,
      lines: ['== install', words, '== failed: install', words, '0 passed, 1 failed'],
    })
  })

  test.each([
    { step: 'npm test', fails: 'test', words: 'Failed Tests' },
    { step: 'npm run test:all', fails: 'run test:all', words: 'Failed Tests' },
    { step: 'node_modules/.bin/node', fails: 'tests/support/company-copy.ts', words: 'Failed Suites' },
  ])('goes on where tests fail, and says again at the end which: $step', async ({ step, fails, words }) => {
    const { code, lines, calls } = await runCi({ FAILS: fails })
    const said = lines.slice(lines.findIndex(line => line.startsWith('== failed: ')))
    expect({ code, steps: stepsOf(calls).length, step: said[0], said: said.slice(1) }).toEqual({
      code: 1,
      steps: 8,
      step: expect.stringContaining(`== failed: ${step}`),
      said: [...Array.from({ length: 80 }, (_, n) => `${words} ${n + 1}`), '4 passed, 1 failed'],
    })
  })

  test('says the last forty lines of a step that has failed without a test', async () => {
    const { lines } = await runCi({ FAILS: 'ci' })
    const said = lines.slice(lines.indexOf('== failed: npm ci') + 1)
    expect(said).toEqual([...Array.from({ length: 40 }, (_, n) => `output ${n + 61}`), '1 passed, 1 failed'])
  })

  test('leaves no files behind', async () => {
    const { temporary } = await runCi({ FAILS: 'test' })
    expect(readdirSync(temporary)).toEqual([])
  })
})
