// What a build draws of the mark and of pictures after an edit of how it does that: nothing of it comes from its cache.
// build-cache.test.ts has the cache itself.
import { randomUUID } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { rowsOf } from '../../shared/page-table.ts'
import { copyProject, editFile, layFixture } from '../support/copy-project.ts'
import { facts } from '../support/fixture-site.ts'

const folder = copyProject()
layFixture(folder)

/** A cache of the copy's own: what these tests draw is of no use to another run. */
const kept = join(folder, '.kept')
vi.doMock(join(folder, 'scripts/lib/cache.ts'), async importOriginal => {
  const cache = await importOriginal<typeof import('../../scripts/lib/cache.ts')>()
  const cached: typeof cache.cached = (inputs, make) => cache.cached(inputs, make, kept)
  return { ...cache, cached }
})

/** A copy of scripts/media/ with an edit, beside it. */
function editedScripts(file: string, from: string, to: string): string {
  const copy = `scripts/media-${randomUUID()}`
  cpSync(join(folder, 'scripts/media'), join(folder, copy), { recursive: true })
  editFile(folder, join(copy, file), from, to)
  return copy
}

/** Writes a picture that looks like the others, and of which no build has kept anything. Returns its file. */
async function writePicture(extension: 'svg' | 'jpg'): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><!--${randomUUID()}--><path fill="currentColor" d="M0 0h20v32H0z"/><circle cx="24" cy="9" r="7"/></svg>`
  const file = join(folder, 'shared/site', `${randomUUID()}.${extension}`)
  const photo = () =>
    sharp(Buffer.from(svg))
      .resize(64)
      .flatten()
      .withExif({ IFD0: { ImageDescription: randomUUID() } })
      .jpeg()
      .toBuffer()
  writeFileSync(file, extension === 'svg' ? svg : await photo())
  return file
}

type Icons = typeof import('../../scripts/media/icons.ts')
type Mark = typeof import('../../scripts/media/mark.ts')
type Pictures = typeof import('../../scripts/media/pictures.ts')
type Previews = typeof import('../../scripts/media/previews.tsx')
type Tokens = typeof import('../../scripts/media/tokens.ts')

/** Loads a module of scripts/media/, or of an edited copy. */
const load = <Module>(scripts: string, name: string): Promise<Module> => import(join(folder, scripts, name))

const { company } = facts
const [row] = rowsOf(
  { page: { path: '/page', title: 'Lager', label: 'Lager', description: 'Was es hier gibt.', menus: {} } },
  company,
)

/** What scripts draw from a picture, as base64. */
const drawn = {
  async icon(scripts: string, file: string) {
    const { drawIcons } = await load<Icons>(scripts, 'icons.ts')
    const { readMark } = await load<Mark>(scripts, 'mark.ts')
    const { readTokens } = await load<Tokens>(scripts, 'tokens.ts')
    const icons = await drawIcons(await readMark(basename(file), readTokens()), readTokens())
    return Buffer.from(icons.get('apple-touch-icon.png') ?? '').toString('base64')
  },
  async preview(scripts: string, file: string) {
    const { createPreviews } = await load<Previews>(scripts, 'previews.tsx')
    const draw = await createPreviews({
      company: { ...company, mark: basename(file) },
      typefaces: ['@fontsource/familjen-grotesk'],
      loadDrawing: () => Promise.reject(new Error('there is none')),
      defaultDrawing: undefined,
    })
    return Buffer.from(await draw(row ?? expect.fail())).toString('base64')
  },
  async picture(scripts: string, file: string) {
    const { assetOf } = await load<Pictures>(scripts, 'pictures.ts')
    const { files } = await assetOf(file)
    return Array.from(files.values(), body => Buffer.from(body).toString('base64')).join()
  },
}

test.each<[what: string, keyof typeof drawn, file: string, from: string, to: string]>([
  ['an icon after an edit of its size', 'icon', 'icons.ts', 'draw(180, 14)', 'draw(152, 14)'],
  ['an icon after an edit of the space around it', 'icon', 'icons.ts', 'draw(180, 14)', 'draw(180, 10)'],
  ['an icon after an edit of how a PNG is written', 'icon', 'mark.ts', 'palette: true', 'palette: false'],
  [
    'a link preview after an edit of how a PNG is written',
    'preview',
    'mark.ts',
    'palette: true',
    'palette: false',
  ],
  [
    'a link preview after an edit of the size of the mark',
    'preview',
    'previews.tsx',
    'MARK_SIZE = 52',
    'MARK_SIZE = 90',
  ],
  ['a picture after an edit of the quality of AVIF', 'picture', 'pictures.ts', 'quality: 50', 'quality: 20'],
  [
    'a picture after an edit of the quality of JPEG',
    'picture',
    'pictures.ts',
    'quality: 75, mozjpeg',
    'quality: 20, mozjpeg',
  ],
])('a build draws %s as one does that has kept nothing', async (_, what, file, from, to) => {
  const draw = drawn[what]
  const [known, unknown] = [
    await writePicture(what === 'picture' ? 'jpg' : 'svg'),
    await writePicture(what === 'picture' ? 'jpg' : 'svg'),
  ]
  const before = await draw('scripts/media', known)
  const scripts = editedScripts(file, from, to)
  const after = await draw(scripts, known)
  expect({ isAnother: after !== before, isWhole: after === (await draw(scripts, unknown)) }).toEqual({
    isAnother: true,
    isWhole: true,
  })
})

test('a picture has another name after an edit of AVIF alone, as browsers keep one for a year', async () => {
  const file = await writePicture('jpg')
  const namesOf = async (scripts: string) => {
    const { assetOf } = await load<Pictures>(scripts, 'pictures.ts')
    return [...(await assetOf(file)).files.keys()]
  }
  const edited = editedScripts('pictures.ts', 'quality: 50', 'quality: 20')
  expect(await namesOf(edited)).not.toEqual(await namesOf('scripts/media'))
})
