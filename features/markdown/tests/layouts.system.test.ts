// A site's own fields and layouts, as README.md has them, and code in a text, on a copy of the project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashSource } from '../../../server/respond/content-security-policy.ts'
import { addFixture, copyProject, editFile, runNode, runScript } from '../../../tests/support/copy-project.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { documentedCode } from '../../../tests/support/documented-code.ts'
import { root } from '../../../tests/support/folders.ts'
import { loadSite } from '../../../tests/support/load-site.ts'

const README = 'features/markdown/README.md'
const POST = 'shared/site/content/blog/hof-im-schnee.md'

/** Makes a copy of the fixture with the code of README.md, and with fields of its own above a post. */
function writeBlog(): string {
  const folder = copyProject()
  addFixture(folder)
  for (const { file, code } of documentedCode('README', dirname(README))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  editFile(folder, POST, 'date:', 'tags: [Schnee, Umzug]\nauthor: Ada\nhero: ./Hof im Schnee.jpg\ndate:')
  editFile(folder, POST, /$/, '\n```js\nexport {}\n```\n')
  return folder
}

describe('a site with fields and layouts of its own for a blog', () => {
  const folder = writeBlog()
  let site: ReturnType<typeof supertest>
  beforeAll(async () => {
    const { code, output } = await runScript(folder, 'scripts/prerender.ts')
    expect(code, output).toBe(0)
    site = supertest(await (await loadSite(folder)).siteOf())
  }, 60_000)
  const open = async (path: string) => documentOf((await site.get(path).expect(200)).text)

  test('shows the fields of a post around its text', async () => {
    const main = (await open('/blog/hof-im-schnee')).querySelector('main')
    expect({
      author: main?.textContent?.includes('By Ada'),
      hero: main?.querySelector('img')?.getAttribute('src'),
      headings: [...(main?.querySelectorAll('h1, h2') ?? [])].map(({ textContent }) => textContent),
      tags: main?.querySelector('p:last-child')?.textContent,
    }).toEqual({
      author: true,
      hero: expect.stringMatching(/^\/assets\/Hof-im-Schnee-\w+-\d+\.jpg$/),
      headings: ['Der Hof im Schnee: ein Bericht', 'Was es kostet'],
      tags: 'Schnee, Umzug',
    })
    await site.get(String(main?.querySelector('img')?.getAttribute('src'))).expect(200)
  })

  test('shows the fields of the posts in its index', async () => {
    const posts = [...(await open('/blog')).querySelectorAll('main article article')]
    expect(posts.map(post => [...post.children].map(({ textContent }) => textContent))).toEqual([
      ['Der Hof im Schnee: ein Bericht', 'Schnee, Umzug'],
      ['Tipps & "Tricks" zu <b>', ''],
    ])
  })

  test('has the colours of the code in its texts, which the policy allows', async () => {
    const { text, headers } = await site.get('/blog/hof-im-schnee')
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    expect(text).toContain('<span class="r-code-keyword">export</span>')
    expect(style).toContain('.r-code-keyword')
    expect(headers['content-security-policy']).toContain(`style-src ${hashSource(style)};`)
  })

  test('shows the pages of other folders in the default layout', async () => {
    expect((await open('/angebot')).querySelectorAll('main ul.r-posts > li')).toHaveLength(3)
  })

  test('has components that the compiler checks against the fields', async () => {
    const types = '{ "include": ["shared/files.d.ts", "shared/site/blog"], "extends": "./tsconfig.json" }'
    writeFileSync(join(folder, 'types.json'), types)
    const mistakes = async () => {
      const { output } = await runNode(folder, [
        join(root, 'node_modules/typescript/bin/tsc'),
        '-p',
        'types.json',
      ])
      return output.match(/^shared\/site\/blog\/.*/gm)?.length ?? 0
    }
    expect(await mistakes()).toBe(0)
    editFile(folder, 'shared/site/blog/layout.tsx', 'post.fields.tags', 'post.fields.tagz')
    expect(await mistakes()).toBe(1)
  }, 60_000)
})
