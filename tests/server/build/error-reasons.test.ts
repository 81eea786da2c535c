// How commands explain errors: one line with the cause for a page that failed, and a message or a stack for the rest.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { explain, reasonOf } from '../../../scripts/lib/explain-error.ts'
import { outputFile } from '../../../scripts/lib/output-file.ts'
import { runNode } from '../../support/copy-project.ts'
import { UserError } from '../../support/engine.ts'
import { root } from '../../support/folders.ts'
import { skipIf } from '../../support/needs.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { address: '127.0.0.1', port: 2 })
const [egg, hen] = [new Error('the egg'), new Error('the hen')]
egg.cause = hen
hen.cause = egg

test.each<[what: string, thrown: unknown, line: string]>([
  ['an error', new Error('it broke'), 'it broke'],
  ['a message of three lines', new Error('it\nbroke\ndown'), 'it broke down'],
  ['a string', 'no page', 'no page'],
  ['undefined', undefined, 'undefined'],
  [
    'an error with a cause and an address',
    new Error('fetch failed', { cause: refused }),
    'fetch failed: connect ECONNREFUSED: 127.0.0.1:2',
  ],
  [
    'an address that is already in the message',
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:2'), { address: '127.0.0.1', port: 2 }),
    'connect ECONNREFUSED 127.0.0.1:2',
  ],
  [
    'a chain of five causes',
    ['five', 'four', 'three', 'two', 'one', 'it'].reduce<Error | undefined>(
      (cause, message) => new Error(message, { cause }),
      undefined,
    ),
    'it: five',
  ],
  ['an AggregateError', new AggregateError([new Error('one'), new Error('two')], 'both'), 'both: one'],
  ['two errors that cause each other', egg, 'the egg: the hen'],
])('gives the reason for a failed page in one line: %s', (_, thrown, line) => {
  expect(reasonOf(thrown)).toBe(line)
})

describe('a command that fails reports', () => {
  test('only the message of a UserError, which the site can fix', async () => {
    expect(await explain(new UserError('PORT is abc: write a number'))).toBe('PORT is abc: write a number')
  })

  test('an unexpected error with a stack of project paths', async () => {
    const message = await explain(new TypeError('no such thing'))
    expect(message).toMatch(
      /^TypeError: no such thing\n +at .*\btests\/server\/build\/error-reasons\.test\.ts:\d+/,
    )
    expect(message).not.toContain(root)
  })

  test('the message of an error without a stack', async () => {
    const error = new Error('no such thing')
    delete error.stack
    expect(await explain(error)).toBe('no such thing')
  })

  test('project paths in stacks of ES modules and CommonJS', async () => {
    const error = new Error('no such thing')
    const files = [`${pathToFileURL(root)}/server/a.ts`, join(root, 'scripts/b.cjs')]
    error.stack = ['Error: no such thing', ...files.map(file => `    at a (${file}:1:2)`)].join('\n')
    const shown = ['    at a (server/a.ts:1:2)', `    at a (${join('scripts/b.cjs')}:1:2)`]
    expect((await explain(error)).split('\n')).toEqual(['Error: no such thing', ...shown])
  })

  const linuxOnly = skipIf(process.platform !== 'linux', 'only Linux has /dev/full')
  test('the file and what to do if the disk is full', linuxOnly, async () => {
    const failed = await outputFile('/dev/full', 'words').catch(error => error)
    expect(await explain(failed)).toBe('/dev/full: the disk is full: free some space (ENOSPC)')
  })

  test('the file and what to do if another user owns it', async () => {
    const failed = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      path: '/site/build',
    })
    expect(await explain(failed)).toBe(
      '/site/build: permission denied: change the owner or the permissions (EACCES)',
    )
  })

  const watched = Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), {
    ...{ code: 'ENOSPC', syscall: 'watch', path: '/site' },
  })
  test('an exhausted file-watcher limit as such, though its code is also ENOSPC', async () => {
    expect(await explain(watched)).toMatch(
      /^Error: ENOSPC: System limit for number of file watchers reached\n/,
    )
  })

  test('an AggregateError with its own stack', async () => {
    const message = await explain(new AggregateError([new Error('by IPv6')], 'refused'))
    expect(message).toMatch(
      /^AggregateError: refused\n +at .*\btests\/server\/build\/error-reasons\.test\.ts:\d+/,
    )
  })

  test('the file and line of a compile error', async () => {
    const contents = 'const a = 1\nconst b = )'
    const failing = build({
      stdin: { contents, sourcefile: 'shared/page.ts' },
      logLevel: 'silent',
      write: false,
    })
    const message = await explain(await failing.catch(error => error))
    expect(message).toMatch(/^✘ \[ERROR\] Unexpected "\)"/)
    expect(message).toContain('shared/page.ts:2:10:')
    expect(message).toMatch(/\S$/)
  })

  test('compile errors without plugin names or advice about esbuild’s options', async () => {
    const failing = build({
      stdin: { contents: "import 'page'", resolveDir: root, sourcefile: 'shared/page.ts' },
      bundle: true,
      logLevel: 'silent',
      write: false,
      plugins: [
        {
          name: 'styles',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^page$/ }, () => ({ path: 'page', namespace: 'virtual' }))
            onLoad({ filter: /^page$/, namespace: 'virtual' }, () => ({
              contents: "import 'lost'; import './shared/styles/index.css'",
              resolveDir: root,
            }))
            onLoad({ filter: /index\.css$/ }, () => ({
              errors: [{ text: '"colr" is unknown', notes: [{ text: 'Did you mean "color"?' }] }],
            }))
          },
        },
      ],
    })
    const message = await explain(await failing.catch(error => error))
    expect(message).toContain('Could not resolve "lost"')
    expect(message).toContain('"colr" is unknown')
    expect(message).toContain('Did you mean "color"?')
    expect(message).not.toMatch(/plugin|external/)
  })

  test.each(['node:fs', 'fs/promises'])('where code that imports %s into a page belongs', async name => {
    const failing = build({
      stdin: { contents: `\nimport '${name}'`, resolveDir: root, sourcefile: 'shared/page.ts' },
      bundle: true,
      logLevel: 'silent',
    })
    const message = await explain(await failing.catch(error => error))
    expect(message).toContain(
      `Could not resolve "${name}": only Node has it, browsers don't. Move the code that needs it into server/site/.`,
    )
    expect(message).toContain('shared/page.ts:2:7:')
  })

  test('to standard error and exits with 1, even with a timer still running', async () => {
    const code = `
      import { runCommand } from './scripts/lib/run-command.ts'
      import { UserError } from './server/lib/errors.ts'
      setInterval(() => {}, 1000)
      await runCommand(() => Promise.reject(new UserError('no table')))`
    expect(await runNode(root, ['--input-type=module', '--eval', code])).toEqual({
      code: 1,
      output: 'no table\n',
    })
  })

  test.each([
    [
      'an error of a package that looks like the compiler’s',
      Object.assign(new Error('of a package'), { errors: [{ text: 1 }], warnings: [] }),
      /^Error: of a package\n +at /,
    ],
    ['an object without a prototype', Object.create(null), /^\[Object: null prototype\] \{\}$/],
  ])('%s as Node prints it', async (_, error, message) => {
    expect(await explain(error)).toMatch(message)
  })

  test('a thrown string as it is', async () => {
    expect(await explain('nothing')).toBe('nothing')
  })
})
