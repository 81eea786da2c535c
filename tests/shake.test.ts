import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BuildFailure, build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { shake } from '../scripts/build/shake-react.ts'

const ENTRY = "module.exports = require('./cjs/react.production.js');"

/** Bundles a page that uses a library of these files, as the site's script is bundled. */
async function bundle(entry: string, library = '', router = '') {
  const folder = await mkdtemp(join(tmpdir(), 'shake-')) // Another one each time: Node keeps what it has required.
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = {
    'react/index.js': entry,
    'react/cjs/react.production.js': library,
    'react-router/dist/production/index.js': router,
    'scheduler/index.js': ENTRY.replace('react', 'scheduler'),
    'scheduler/cjs/scheduler.production.js': 'exports.now = 1;',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, 'node_modules', dirname(name)), { recursive: true })
    await writeFile(join(folder, 'node_modules', name), text)
  }
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import * as React from 'react'; import './node_modules/react-router/dist/production/index.js'; export default React.one",
      resolveDir: folder,
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [shake],
    format: 'esm',
    bundle: true,
    write: false,
    logLevel: 'silent',
  })
  const text = outputFiles[0]?.text ?? ''
  return { text, value: (await import(`data:text/javascript,${encodeURIComponent(text)}`)).default }
}

const imports = 'var Scheduler = require("scheduler"),\n  Other = require("scheduler");\n'

test('React keeps what is used of it, and loses what is not', async () => {
  const { text, value } = await bundle(
    ENTRY,
    `${imports}exports.one = Scheduler.now;\nexports.two = function unused() {};`,
  )
  expect(value).toBe(1)
  expect(text).not.toContain('unused')
})

test('react-router loses what is not used of it', async () => {
  const router =
    'const React$1 = { forwardRef() {} };\nconst Form = React$1.forwardRef("f");\nForm.displayName = "Form";\nexport { Form };'
  const { text } = await bundle(ENTRY, 'exports.one = 1;', router)
  expect(text).not.toContain('Form')
})

describe('a form of React that is not known ends the build, which names the file', () => {
  test.each([
    ['an object', 'module.exports = { one: 1 };', /"module" is left/],
    ['a name in brackets', 'exports["one"] = 1;', /"exports" is left/],
    ['no spaces', 'exports.one=1;', /export_one is not defined/],
    ['a getter', 'Object.defineProperty(exports, "one", { get: () => 1 });', /"exports" is left/],
    ['a function around it', '(function () {\n  exports.one = 1;\n})();', /export_one is not defined/],
    ['two names at once', 'exports.one = exports.two = 1;', /export_two is not defined/],
    ['an export that is made later', 'exports.one = 1;\nif (exports.one) exports.two = 2;', /export_two/],
    ['other quotes', "var Scheduler = require('scheduler');\nexports.one = 1;", /"require" is left/],
    ['a constant', 'const Scheduler = require("scheduler");\nexports.one = 1;', /./],
    ['a require in an expression', 'exports.one = require("scheduler").now;', /"require" is left/],
    [
      'a variable among the imports',
      `${imports.replace(';', ', x = 1;')}exports.one = x;`,
      /x is not defined/,
    ],
    ['nothing at all', '', /it exports nothing/],
  ])('%s', async (_, library, message) => {
    const { errors } = await bundle(ENTRY, library).then(
      () => ({ errors: [] }),
      (failure: BuildFailure) => failure,
    )
    expect(errors[0]?.text).toMatch(/shake\.ts cannot rewrite .*react\/cjs\/react\.production\.js: /)
    expect(errors[0]?.text).toMatch(message)
  })

  test('an entry that chooses in another way', async () => {
    const failure = bundle('module.exports = require("./cjs/react.production.js");', 'exports.one = 1;')
    await expect(failure).rejects.toThrow(
      /cannot rewrite .*react\/index\.js: it requires no production build/,
    )
  })

  test('a part of react-router that is made or named in another way', async () => {
    for (const line of ['var Form = React$2.forwardRef(1);', 'Form.displayName = "Form"'])
      await expect(bundle(ENTRY, 'exports.one = 1;', line)).rejects.toThrow(/cannot rewrite .*react-router/)
  })
})
