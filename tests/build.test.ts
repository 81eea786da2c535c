import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'

let project: ReturnType<typeof copyOfProject>
beforeAll(() => {
  project = copyOfProject()
})
afterAll(() => project.remove())

type Edit = [file: string, from: RegExp, to: string]

/** Builds the copy with its files edited, and takes the edits back. */
async function buildWith(...edits: Edit[]) {
  const files = [...new Set(edits.map(([file]) => file))]
  const before = files.map(file => [file, readFileSync(join(project.folder, file), 'utf8')] as const)
  for (const [file, from, to] of edits) {
    const text = readFileSync(join(project.folder, file), 'utf8')
    expect(text).toMatch(from)
    project.write(file, text.replace(from, to))
  }
  const run = await project.build()
  for (const [file, text] of before) project.write(file, text)
  return run
}

const built = (name: string) => readFileSync(join(project.folder, 'build/public', name))

/** The colour of a pixel of a picture, as #rrggbb. */
async function colorAt(name: string, left: number, top: number): Promise<string> {
  const pixel = await sharp(built(name))
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  return `#${pixel.toString('hex')}`
}

describe('a build with other colours among the tokens, and with an expired security.txt', () => {
  let run: Awaited<ReturnType<typeof buildWith>>
  beforeAll(async () => {
    run = await buildWith(
      ['shared/styles/tokens.css', /--paper: .*/, '--paper: light-dark(#123456, #654321);'],
      [
        'shared/styles/tokens.css',
        /--accent: .*/,
        '--accent: light-dark(oklch(0.628 0.2577 29.23), #fedcba);',
      ],
      ['shared/company.ts', /securityExpires: '.*'/, "securityExpires: '2020-01-01T00:00:00Z'"],
    )
  })

  test('warns, and succeeds', () => {
    expect(run.said).toMatch(/^WARNING: .*security\.txt has expired/m)
    expect(run.code).toBe(0)
  })

  test('draws the link previews in them', async () => {
    expect(await colorAt('og/home.png', 5, 5)).toBe('#123456')
  })

  test('draws the icons in them, for both schemes', async () => {
    expect(await colorAt('icon-maskable.png', 5, 5)).toBe('#123456')
    expect(built('favicon.svg').toString()).toMatch(/(red|#f00|#ff0000)\b.*dark.*#fedcba/)
  })

  test('names them to the browser, in the pages', () => {
    const { paper } = JSON.parse(readFileSync(join(project.folder, 'build/assets.json'), 'utf8'))
    expect(paper).toEqual({ light: '#123456', dark: '#654321' })
  })
})

const wrong: Record<string, [Edit, RegExp]> = {
  'a letter that no typeface of the link previews has': [
    ['shared/company.ts', /tagline: '/, "tagline: '日本 "],
    /^\/: .* 日本\. .*scripts\/build\/draw\.ts/,
  ],
  'a token that is missing': [
    ['shared/styles/tokens.css', /--accent: /, '--other: '],
    /^shared\/styles\/tokens\.css: --accent is missing/,
  ],
  'a mistake in a style': [
    ['shared/styles/base.css', /^/, 'h1::after {{ color: red }}\n'],
    /shared\/styles\/base\.css:1:/,
  ],
}
describe.each(Object.entries(wrong))('a build with %s', (_, [edit, message]) => {
  test('fails, names it without a stack, and leaves the last build as it was', async () => {
    const before = statSync(join(project.folder, 'build')).ino
    const { code, said } = await buildWith(edit)
    expect(code).toBe(1)
    expect(said).toMatch(message)
    expect(said).not.toMatch(/^ +at /m)
    expect(statSync(join(project.folder, 'build')).ino).toBe(before)
  })
})

test('a build that makes pictures and compresses in another way does not take what an earlier one has kept', {
  timeout: 90_000,
}, async () => {
  const made = ['icon-512.png', 'og/home.png', 'favicon.svg.br', 'favicon.svg.gz']
  await project.build()
  const before = made.map(built)
  const { code, said } = await buildWith(
    ['scripts/build/draw.ts', /palette: true/, 'palette: true, compressionLevel: 1'],
    ['scripts/write/compress.ts', /br: 11, gzip: 9/, 'br: 10, gzip: 1'],
  )
  expect(code, said).toBe(0)
  for (const [i, name] of made.entries()) expect(built(name).equals(before[i] as Buffer), name).toBe(false)
})

test('a build with letters that the typeface of the pages lacks names them, each with a page, and succeeds', async () => {
  const { code, said } = await buildWith(
    ['shared/company.ts', /skipLink: '/, "skipLink: 'Łódź, Việt €2 "],
    ['shared/company.ts', /tagline: '.*'/, "tagline: 'Łódź'"], // The link previews have all of these.
  )
  expect(said).toMatch(/^WARNING: the typeface lacks (. \(\/\S*\), )*ệ \(\/\)/m)
  expect(code).toBe(0)
})

test('an endpoint renders an e-mail with React and reads a body, in the built server too', async () => {
  const { said } = await buildWith(
    [
      'server/endpoints.ts',
      /^import type \{ Express \} from 'express'/,
      `import { createElement } from 'react'
      import { renderToStaticMarkup } from 'react-dom/server'
      import express, { type Express } from 'express'`,
    ],
    [
      'server/endpoints.ts',
      /\(_app: Express, .*\): void \{\}/,
      `(app: Express): void {
      app.post('/api/mail', express.json(), (req, res) => {
        res.send(renderToStaticMarkup(createElement('p', null, req.body.name)))
      })
    }`,
    ],
  )
  const server = await start({ bundle: join(project.folder, 'build/server.js') })
  try {
    const headers = { 'Content-Type': 'application/json' }
    const mail = await fetch(`${server.url}/api/mail`, { method: 'POST', headers, body: '{"name":"Ada"}' })
    expect(await mail.text(), said).toBe('<p>Ada</p>')
  } finally {
    await stop(server)
  }
})
