// The commands of docs/upgrade.md, run with Git and the system's shell in a company's repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { root } from '../support/folders.ts'
import { skipIf } from '../support/needs.ts'
import { slow } from '../support/slow.ts'

const [look = [], take = [], remove = []] = Array.from(
  readFileSync(join(root, 'docs/upgrade.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms),
  ([, code = '']) => code.trim().split('\n'),
)

/** An environment without the user's Git configuration. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: join(root, 'no-such-file'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@firm.example',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@firm.example',
}

let engine = ''
let company = ''

/** Runs a command as a reader types it. Returns its output. */
function run(cwd: string, command: string): string {
  const { status, stdout, stderr } = spawnSync(command, { cwd, env, shell: true, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`)
  return stdout
}

function commit(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  run(folder, 'git add --all')
  run(folder, 'git commit --quiet --message=Files')
}

const read = (name: string) =>
  existsSync(join(company, name)) ? readFileSync(join(company, name), 'utf8') : undefined

/** The Git commands of a block, with the URL and the version of the test's engine. */
const git = (commands: readonly string[], version: string) =>
  commands
    .filter(command => command.startsWith('git'))
    .map(command => command.replace(/<.*>/, `"${engine}"`).replace('engine-3.0.0', version))

beforeEach(() => {
  engine = mkdtempSync(join(tmpdir(), 'engine-'))
  company = mkdtempSync(join(tmpdir(), 'company-'))
  run(engine, 'git init --quiet')
  commit(engine, {
    LICENSE: 'of the engine',
    'package.json': '{}',
    'server/version.ts': '1.0.0',
    'server/gone.ts': 'a file that the later engine lacks',
    'server/site/endpoints.ts': 'of the engine',
    'shared/site/company.ts': 'of the engine',
    'shared/styles/base.css': 'of the engine',
    'tests/site/routes.test.ts': '1.0.0',
    ...Object.fromEntries(
      ['server', 'client', 'browser', 'system'].map(name => [`tests/${name}/a.test.ts`, '1.0.0']),
    ),
    'features/any/server.ts': '1.0.0',
    'features/any/fixture/insert.json': '1.0.0',
    'features/any/tests/a.test.ts': '1.0.0',
    'features/any/tests/support/a.ts': '1.0.0',
    'features/any/tests/a.site.test.ts': '1.0.0',
    'features/other/server.ts': '1.0.0',
    'features/gone/server.ts': '1.0.0',
  })
  run(engine, 'git tag engine-1.0.0')
  run(company, `git clone --quiet --no-tags "${engine}" .`)
  commit(company, {
    LICENSE: 'of the company',
    'package.json': '{ "dependencies": {} }',
    'shared/site/company.ts': 'of the company',
    'server/site/endpoints.ts': 'of the company',
    'shared/styles/base.css': 'edited',
  })
  rmSync(join(engine, 'server/gone.ts'))
  rmSync(join(engine, 'features/gone'), { recursive: true })
  commit(engine, {
    'package.json': '{ "private": true }',
    'server/version.ts': '2.0.0',
    'shared/site/company.ts': 'of the later engine',
    'tests/site/routes.test.ts': '2.0.0',
    'tests/server/a.test.ts': '2.0.0',
    'tests/server/b.test.ts': '2.0.0',
    'features/any/server.ts': '2.0.0',
    'features/any/tests/a.test.ts': '2.0.0',
    'features/any/tests/a.site.test.ts': '2.0.0',
    'features/other/server.ts': '2.0.0',
    'features/new/fixture/insert.json': '2.0.0',
  })
  run(engine, 'git tag engine-2.0.0')
}, slow.timeout)

const hasGit = spawnSync('git', ['--version']).status === 0
const needsGit = { ...skipIf(!hasGit, 'install git'), ...slow }

test('the commands list the engine files that a company has changed', needsGit, () => {
  const outputs = git(look, 'engine-1.0.0').map(command => run(company, command))
  expect(outputs.at(-1)).toBe('package.json\nshared/styles/base.css\n')
})

test("the commands update the engine's files, and keep the company's own", needsGit, () => {
  for (const command of [...git(look, 'engine-1.0.0').slice(0, 1), ...git(take, 'engine-2.0.0')])
    run(company, command)
  expect({
    license: read('LICENSE'),
    company: read('shared/site/company.ts'),
    endpoints: read('server/site/endpoints.ts'),
    version: read('server/version.ts'),
    gone: read('server/gone.ts'),
    edited: read('shared/styles/base.css'),
    siteTest: read('tests/site/routes.test.ts'),
    test: read('tests/server/a.test.ts'),
    newTest: read('tests/server/b.test.ts'),
    feature: read('features/any/server.ts'),
    testOfFeature: read('features/any/tests/a.test.ts'),
  }).toEqual({
    license: 'of the company',
    company: 'of the company',
    endpoints: 'of the company',
    version: '2.0.0',
    gone: undefined,
    edited: 'of the engine',
    siteTest: '2.0.0',
    test: '2.0.0',
    newTest: '2.0.0',
    feature: '2.0.0',
    testOfFeature: '2.0.0',
  })
})

test('the commands update the features that a company has, but add no deleted or new ones', needsGit, () => {
  run(company, 'git rm -r --quiet features/other')
  commit(company, {})
  for (const command of [...git(look, 'engine-1.0.0').slice(0, 1), ...git(take, 'engine-2.0.0')])
    run(company, command)
  expect(run(company, 'git ls-files features').trim().split('\n')).toEqual([
    'features/any/fixture/insert.json',
    'features/any/server.ts',
    'features/any/tests/a.site.test.ts',
    'features/any/tests/a.test.ts',
    'features/any/tests/support/a.ts',
  ])
  expect(read('features/any/server.ts')).toBe('2.0.0')
})

/** The company's files of the engine's tests and features. */
const kept = () => run(company, 'git ls-files tests features/any features/new').trim().split('\n')

test(
  'the commands remove the tests of the engine, also after an upgrade, and keep the tests of the site',
  needsGit,
  () => {
    const ofSite = [
      'features/any/server.ts',
      'features/any/tests/a.site.test.ts',
      'tests/site/routes.test.ts',
    ]
    const [setUp = ''] = git(look, 'engine-1.0.0')
    run(company, setUp)
    for (const command of remove) run(company, command)
    expect(kept()).toEqual(ofSite)
    commit(company, {})
    expect(
      git(look, 'engine-1.0.0')
        .slice(1)
        .map(command => run(company, command))
        .at(-1),
    ).toBe('package.json\nshared/styles/base.css\n')
    for (const command of [...git(take, 'engine-2.0.0'), ...remove]) run(company, command)
    expect(kept()).toEqual(ofSite)
    for (const name of [...ofSite, 'server/version.ts'])
      expect({ name, text: read(name) }).toEqual({ name, text: '2.0.0' })
  },
)

test('the commands remove the tests of the engine even if no feature is left', needsGit, () => {
  run(company, 'git rm -r --quiet features')
  for (const command of remove) run(company, command)
  expect(kept()).toEqual(['tests/site/routes.test.ts'])
})
