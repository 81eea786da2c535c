import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transform } from 'lightningcss'
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Font } from 'satori'
import type { SiteFacts } from '../../extension-points.ts'
import { inBatches } from '../../scripts/lib/batches.ts'
import { cached } from '../../scripts/lib/build-cache.ts'
import { root } from '../../scripts/lib/root.ts'
import { type Mark, PNG_OPTIONS, readMark } from '../../scripts/media/mark.ts'
import { openPicture } from '../../scripts/media/open-picture.ts'
import { readTokens, type Tokens, targets } from '../../scripts/media/tokens.ts'
import { UserError } from '../../server/lib/errors.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Company } from '../../shared/site.ts'
import { Ring } from '../../shared/ui/prose.tsx'
import { fileOf, SIZE } from './picture.ts'

/** What a file in shared/site/drawings/ exports. */
export interface DrawingFile {
  default: ReactNode
  /** The part of the drawing that the picture shows. Without it, the picture shows the drawing in a ring. */
  viewBox?: string
}

interface Parts {
  company: Company
  /** The packages of typefaces. Each letter comes from the first package that has it. */
  typefaces: readonly string[]
  /** Loads a drawing by its name, if there's one. */
  loadDrawing(name: string): Promise<DrawingFile | undefined>
}

/** The distance from the top to the line that crosses the picture. The ring is on this line. */
const LINE_PX = 486
/** The space around the content. */
const SPACE_PX = 64
/** The size of the title's box. */
const TITLE_WIDTH_PX = 584
const TITLE_HEIGHT_PX = 330
const MARK_SIZE_PX = 52

/** Draws every page's picture, and yields it with its name in dist/. */
export async function* drawPictures(
  { table, company }: Pick<SiteFacts, 'table' | 'company'>,
  typefaces: readonly string[],
) {
  const draw = await createDraw({ company, typefaces, loadDrawing: readDrawing })
  yield* inBatches(table.routes, async route => [fileOf(route), await draw(route)] as const)
}

/** Imports a drawing at run time, because a bundle can't import it: a site may have no drawings, and no folder for them. */
async function readDrawing(name: string): Promise<DrawingFile | undefined> {
  const file = join(root, 'shared/site/drawings', `${name}.tsx`)
  return existsSync(file) ? import(pathToFileURL(file).href) : undefined
}

/** The drawings that a page may have, by their names: its own, or else the translated page's, or else the home page's. */
const drawingNames = ({ id, alternates: [original] = [] }: ResolvedRoute) =>
  [id, original?.id ?? [], 'home'].flat()

/** Returns a function that draws a page's picture as a PNG. */
export async function createDraw({ company, typefaces, loadDrawing }: Parts) {
  const tokens = readTokens()
  const style = await readDrawingStyle(tokens)
  const mark = await markImage(await readMark(company.mark, tokens))
  const drawings = new Map<string, Promise<string | undefined>>()
  let fonts: Promise<Font[]> | undefined

  const drawingImage = async (name: string): Promise<string | undefined> => {
    const file = await loadDrawing(name)
    if (!file) return undefined
    const { default: drawing, viewBox } = file
    const css = `svg { color: ${tokens.colour('ink')} } ${style}`
    return viewBox ? svgOf(viewBox, drawing, css) : svgOf('-60 0 360 240', <Ring>{drawing}</Ring>, css)
  }

  async function drawingOf(route: ResolvedRoute): Promise<string | undefined> {
    for (const name of drawingNames(route)) {
      const image = await drawings.getOrInsertComputed(name, () => drawingImage(name))
      if (image) return image
    }
    return undefined
  }

  return async (route: ResolvedRoute): Promise<Uint8Array> => {
    const drawing = await drawingOf(route)
    const element = elementOf({ route, company, tokens, drawing, mark })
    // satori and sharp load only if the cache lacks the picture: each takes a tenth of a second.
    return cached([JSON.stringify([element, PNG_OPTIONS, typefaces])], async () => {
      fonts ??= readFonts(typefaces)
      const svg = await layOut(element, await fonts, route.path)
      const { default: sharp } = await import('sharp')
      return sharp(Buffer.from(svg)).png(PNG_OPTIONS).toBuffer()
    })
  }
}

/** Lays out an element as an SVG. Throws a UserError if no typeface has a letter. */
async function layOut(element: ReactNode, fonts: Font[], path: string): Promise<string> {
  const { default: satori } = await import('satori')
  const missing = new Set<string>()
  const loadAdditionalAsset = async (_alphabet: string, letters: string) => {
    missing.add(letters)
    return []
  }
  const svg = await satori(element, { ...SIZE, fonts, loadAdditionalAsset })
  if (missing.size > 0)
    throw new UserError(
      `${path}: no typeface for social images has the characters ${[...missing].join(' ')}. Install a package of @fontsource that has them, and add it to server/site/typefaces.ts.`,
    )
  return svg
}

/** Reads the typefaces in the pictures' two weights. There's one font for each alphabet, in a format that satori reads. */
async function readFonts(typefaces: readonly string[]): Promise<Font[]> {
  const fonts: Font[] = []
  for (const typeface of typefaces) {
    const folder = fileURLToPath(new URL('files', import.meta.resolve(`${typeface}/package.json`)))
    for (const file of await readdir(folder)) {
      const [, name, weight] = /^(.+)-(400|600)-normal\.woff$/.exec(file) ?? []
      if (!name) continue
      const data = await readFile(join(folder, file))
      fonts.push({ name, weight: weight === '400' ? 400 : 600, data })
    }
  }
  return fonts
}

/** Reads the style of drawings, without nesting and variables, which librsvg doesn't support. */
async function readDrawingStyle(tokens: Tokens): Promise<string> {
  const filename = join(root, 'shared/styles/drawing.css')
  const { code } = transform({ filename, code: await readFile(filename), targets })
  return code.toString().replace(/var\(--([\w-]+)\)/g, (_, name) => tokens.value(name))
}

function svgOf(viewBox: string, drawing: ReactNode, style: string): string {
  const svg = (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={viewBox} className="r-drawing" aria-hidden>
      <style>{style}</style>
      {drawing}
    </svg>
  )
  return `data:image/svg+xml;base64,${Buffer.from(renderToStaticMarkup(svg)).toString('base64')}`
}

/** Makes a PNG from the mark, in the size that the picture shows. */
async function markImage({ image }: Mark): Promise<string> {
  const png = await cached([image, `mark of a social image ${MARK_SIZE_PX}`], async () => {
    const picture = await openPicture(image)
    const options = { fit: 'contain', background: '#0000' } as const
    return picture.resize(MARK_SIZE_PX, MARK_SIZE_PX, options).png().toBuffer()
  })
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}

interface PageParts {
  route: ResolvedRoute
  company: Company
  tokens: Tokens
  /** The drawing as a data: URL. */
  drawing: string | undefined
  /** The mark as a data: URL. */
  mark: string
}

/** Makes a page's picture as an element for satori, which supports only inline styles. */
function elementOf({ route, company, tokens, drawing, mark }: PageParts) {
  const { heading, description } = route
  const { width } = SIZE
  const at = (top: number, more: CSSProperties): CSSProperties => ({ position: 'absolute', top, ...more })
  const inset = (top: number, more: CSSProperties) => at(top, { display: 'flex', left: SPACE_PX, ...more })
  const bold = { fontWeight: 600 }
  const brand: CSSProperties = { alignItems: 'center', gap: 16, fontSize: 34, ...bold }
  const title: CSSProperties = {
    left: SPACE_PX - 4,
    width: TITLE_WIDTH_PX,
    height: LINE_PX - 28,
    alignItems: 'flex-end',
    fontSize: titleSize(heading),
    letterSpacing: '-0.045em',
    lineHeight: 0.95,
    ...bold,
  }
  const lead = { width: width - 2 * SPACE_PX, fontSize: 28, lineHeight: 1.35, color: tokens.colour('muted') }
  return (
    <div
      style={{
        ...SIZE,
        display: 'flex',
        color: tokens.colour('ink'),
        background: tokens.colour('paper'),
      }}
    >
      {drawing && (
        <img src={drawing} width={600} height={400} alt="" style={at(LINE_PX - 400, { right: 0 })} />
      )}
      <div style={at(LINE_PX - 2, { width, height: 2, background: tokens.colour('accent') })} />
      <div style={inset(48, brand)}>
        <img src={mark} width={MARK_SIZE_PX} height={MARK_SIZE_PX} alt="" />
        {company.name}
      </div>
      <div style={inset(0, title)}>
        <div style={{ display: 'flex', width: '100%' }}>{heading}</div>
      </div>
      <div style={inset(LINE_PX + 30, lead)}>{description}</div>
    </div>
  )
}

/** Makes the title as large as its box allows, to be readable in a thumbnail. A letter is about half as wide as it's high. */
function titleSize(title: string): number {
  const longestWord = Math.max(...title.split(/\s|(?<=-)/).map(({ length }) => length))
  const fillsTheBox = 0.8 * Math.sqrt((2 * TITLE_WIDTH_PX * TITLE_HEIGHT_PX) / title.length)
  const fillsTheLine = TITLE_WIDTH_PX / (0.55 * longestWord)
  return Math.min(150, fillsTheBox, fillsTheLine)
}
