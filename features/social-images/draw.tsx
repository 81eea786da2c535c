import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Font } from 'satori'
import { PREVIEW_SIZE } from '../../server/lib/built-files.ts'
import { UserError } from '../../server/lib/errors.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Company } from '../../shared/site.ts'
import { Ring } from '../../shared/ui/prose.tsx'
import { cached } from '../lib/build-cache.ts'
import { root } from '../lib/root.ts'
import { type Mark, PNG_OPTIONS, readMark } from './mark.ts'
import { openPicture } from './open-picture.ts'
import { readTokens, type Tokens, targets } from './tokens.ts'

/** A file of shared/site/drawings/. */
export interface DrawingFile {
  default: ReactNode
  /** Its part that a preview shows. Without it, the drawing stands in the ring of a page. */
  viewBox?: string
}

interface PreviewParts {
  company: Company
  /** The packages of typefaces. A letter is of the first that has it. */
  typefaces: readonly string[]
  /** Loads a drawing by its name. */
  loadDrawing(name: string): Promise<DrawingFile>
}

/** The line on which the ring stands, from edge to edge: how far it is from the top. */
const LINE_PX = 486
/** The space around all. */
const SPACE_PX = 64
/** What the title may fill. */
const TITLE_WIDTH_PX = 584
const TITLE_HEIGHT_PX = 330
const MARK_SIZE_PX = 52

/** Returns a function that draws the link preview of a page as a PNG. */
export async function createPreviews({ company, typefaces, loadDrawing }: PreviewParts) {
  const tokens = readTokens()
  const style = await readDrawingStyle(tokens)
  const mark = await markImage(await readMark(company.mark, tokens))
  const drawings = new Map<string, Promise<string>>()
  let fonts: Promise<Font[]> | undefined

  const drawingImage = async (name: string): Promise<string> => {
    const { default: drawing, viewBox } = await loadDrawing(name)
    const css = `svg { color: ${tokens.colour('ink')} } ${style}`
    return viewBox ? svgOf(viewBox, drawing, css) : svgOf('-60 0 360 240', <Ring>{drawing}</Ring>, css)
  }

  return async (route: ResolvedRoute): Promise<Uint8Array> => {
    const { drawing: name } = route
    const drawing = name && (await drawings.getOrInsertComputed(name, () => drawingImage(name)))
    const element = previewOf({ route, company, tokens, drawing, mark })
    // Loaded only where something is drawn: each library takes a tenth of a second.
    return cached([JSON.stringify([element, PNG_OPTIONS, typefaces])], async () => {
      fonts ??= readFonts(typefaces)
      const svg = await layOut(element, await fonts, route.path)
      const { default: sharp } = await import('sharp')
      return sharp(Buffer.from(svg)).png(PNG_OPTIONS).toBuffer()
    })
  }
}

/** Lays an element out as an SVG. Throws a UserError where no typeface has a letter. */
async function layOut(element: ReactNode, fonts: Font[], path: string): Promise<string> {
  const { default: satori } = await import('satori')
  const missing = new Set<string>()
  const loadAdditionalAsset = async (_alphabet: string, letters: string) => {
    missing.add(letters)
    return []
  }
  const svg = await satori(element, { ...PREVIEW_SIZE, fonts, loadAdditionalAsset })
  if (missing.size > 0)
    throw new UserError(
      `${path}: no typeface of the link previews has the letters ${[...missing].join(' ')}. Install a package of @fontsource that has them, and add it to server/site/typefaces.ts.`,
    )
  return svg
}

/** The typefaces in the two weights of the previews: for each alphabet one font, in a format that satori reads. */
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

/** The rules of the drawings for librsvg, which knows neither nesting nor variables. */
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

/** The mark as a PNG, in the size in which it is shown. */
async function markImage({ image }: Mark): Promise<string> {
  const png = await cached([image, `mark of a preview ${MARK_SIZE_PX}`], async () => {
    const picture = await openPicture(image)
    const options = { fit: 'contain', background: '#0000' } as const
    return picture.resize(MARK_SIZE_PX, MARK_SIZE_PX, options).png().toBuffer()
  })
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}

interface Preview {
  route: ResolvedRoute
  company: Company
  tokens: Tokens
  /** URLs of pictures. */
  drawing: string | undefined
  mark: string
}

/** The link preview of a page for satori: the site's typeface, its colours and its drawings. */
function previewOf({ route, company, tokens, drawing, mark }: Preview) {
  const { heading, description } = route
  const { width } = PREVIEW_SIZE
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
        ...PREVIEW_SIZE,
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

/** As large as a title can be, to be read in a thumbnail: a letter is about half as wide as it is high. */
function titleSize(title: string): number {
  const longestWord = Math.max(...title.split(/\s|(?<=-)/).map(({ length }) => length))
  const fillsTheBox = 0.8 * Math.sqrt((2 * TITLE_WIDTH_PX * TITLE_HEIGHT_PX) / title.length)
  const fillsTheLine = TITLE_WIDTH_PX / (0.55 * longestWord)
  return Math.min(150, fillsTheBox, fillsTheLine)
}
