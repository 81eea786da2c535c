import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Font } from 'satori'
import { UserError } from '../../server/errors.ts'
import { pictureSize } from '../../server/metadata.ts'
import about from '../../shared/drawings/about.tsx'
import contact from '../../shared/drawings/contact.tsx'
import home from '../../shared/drawings/home.tsx'
import privacy from '../../shared/drawings/privacy.tsx'
import type { Row } from '../../shared/page-table.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import { Ring } from '../../shared/ui/prose.tsx'
import { cached } from './cache.ts'
import { png } from './public-files.ts'
import type { Facts } from './read-table.ts'
import { root } from './root.ts'
import { readTokens, type Tokens, targets } from './tokens.ts'

/** What stands in the ring of a page's preview. Every other page shows the drawing of the home page. */
const drawings: Record<string, ReactNode> = { about, contact, privacy }

/** The typefaces of link previews. A letter is of the first that has it: add one for an alphabet that none has. */
const faces = ['@fontsource/familjen-grotesk']

/** In pixels from the top: the line on which the ring stands, from edge to edge. */
const LINE = 486
/** In pixels: the space around all, and what the title may fill. */
const [SPACE, WIDTH, HEIGHT] = [64, 584, 330]

/** Returns a function that draws the link preview of a page as a PNG. */
export async function createPreviews(facts: Facts) {
  const token = readTokens()
  const style = await readDrawingStyle(token)
  let typefaces: Promise<Font[]> | undefined
  const images = new Map<ReactNode, string>()
  const imageOf = (viewBox: string, drawing: ReactNode): string => {
    const known = images.get(drawing) ?? svgOf(viewBox, drawing, `svg { color: ${token('ink')} } ${style}`)
    images.set(drawing, known)
    return known
  }
  return (row: Row) => {
    const element = previewOf(row, facts, token, imageOf)
    // Loaded only where something is drawn: each library takes a tenth of a second.
    return cached([JSON.stringify([element, pictureSize, png, faces])], async () => {
      const satori = (await import('satori')).default
      typefaces ??= readFonts()
      const fonts = await typefaces
      const missing = new Set<string>()
      const loadAdditionalAsset = async (_alphabet: string, letters: string) => {
        missing.add(letters)
        return []
      }
      const svg = await satori(element, { ...pictureSize, fonts, loadAdditionalAsset })
      if (missing.size > 0)
        throw new UserError(
          `${row.path}: no typeface of the link previews has ${[...missing].join(' ')}. Install one that has, such as a package of @fontsource, and add it to "faces" in scripts/build/previews.tsx.`,
        )
      const sharp = (await import('sharp')).default
      return sharp(Buffer.from(svg)).png(png).toBuffer()
    })
  }
}

/** The faces in the two weights of the previews: for each alphabet one font, in a format that satori reads. */
async function readFonts(): Promise<Font[]> {
  const fonts: Font[] = []
  for (const face of faces) {
    const folder = fileURLToPath(new URL('files', import.meta.resolve(`${face}/package.json`)))
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
async function readDrawingStyle(token: Tokens): Promise<string> {
  const filename = join(root, 'shared/styles/drawing.css')
  const { code } = transform({ filename, code: await readFile(filename), targets })
  const lines = code.toString().replace(/vector-effect: [^;]+;/g, '')
  return lines.replace(/var\(--([\w-]+)\)/g, (_, name) => token(name))
}

function svgOf(viewBox: string, drawing: ReactNode, style: string): string {
  const svg = (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={viewBox} className="drawing" aria-hidden>
      <style>{style}</style>
      {drawing}
    </svg>
  )
  return `data:image/svg+xml;base64,${Buffer.from(renderToStaticMarkup(svg)).toString('base64')}`
}

const logo = Logo().props.children

type ImageOf = (viewBox: string, drawing: ReactNode) => string

/** The link preview of a page for satori: the site's typeface, its colours and its drawings. */
function previewOf({ id, heading, description }: Row, facts: Facts, token: Tokens, imageOf: ImageOf) {
  const { company } = facts
  const own = drawings[id]
  const drawing = own ? imageOf('-60 0 360 240', <Ring>{own}</Ring>) : imageOf('-300 -200 600 400', home)
  const mark = imageOf('0 0 32 32', logo)

  const { width } = pictureSize
  const at = (top: number, more: CSSProperties): CSSProperties => ({ position: 'absolute', top, ...more })
  const inset = (top: number, more: CSSProperties) => at(top, { display: 'flex', left: SPACE, ...more })
  const bold = { fontWeight: 600 }
  const brand: CSSProperties = { alignItems: 'center', gap: 16, fontSize: 34, ...bold }
  const type = { fontSize: titleSize(heading), letterSpacing: '-0.045em', lineHeight: 0.95, ...bold }
  const title = { left: SPACE - 4, width: WIDTH, height: LINE - 28, alignItems: 'flex-end', ...type }
  const lead = { width: width - 2 * SPACE, fontSize: 28, lineHeight: 1.35, color: token('muted') }
  return (
    <div style={{ ...pictureSize, display: 'flex', color: token('ink'), background: token('paper') }}>
      <img src={drawing} width={600} height={400} alt="" style={at(LINE - 400, { right: 0 })} />
      <div style={at(LINE - 2, { width, height: 2, background: token('accent') })} />
      <div style={inset(48, brand)}>
        <img src={mark} width={52} height={52} alt="" />
        {company.name}
      </div>
      <div style={inset(0, title)}>
        <div style={{ display: 'flex', width: '100%' }}>{heading}</div>
      </div>
      <div style={inset(LINE + 30, lead)}>{description}</div>
    </div>
  )
}

/** As large as a title can be, to be read in a thumbnail: a letter is about half as wide as it is high. */
function titleSize(title: string): number {
  const longest = Math.max(...title.split(/\s|(?<=-)/).map(({ length }) => length))
  return Math.min(150, 0.8 * Math.sqrt((2 * WIDTH * HEIGHT) / title.length), WIDTH / (0.55 * longest))
}
