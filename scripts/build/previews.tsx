import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pictureSize } from '../../server/metadata.ts'
import about from '../../shared/drawings/about.tsx'
import contact from '../../shared/drawings/contact.tsx'
import home from '../../shared/drawings/home.tsx'
import privacy from '../../shared/drawings/privacy.tsx'
import type { Row } from '../../shared/page-table.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import { Ring } from '../../shared/ui/ring.tsx'
import type { Facts } from './read-table.ts'
import type { Tokens } from './tokens.ts'

/** What stands in the ring of a page's preview. Every other page shows the drawing of the home page. */
const drawings: Record<string, ReactNode> = { about, contact, privacy }

/** In pixels from the top: the line on which the ring stands, from edge to edge. */
const LINE = 486
/** In pixels: the space around all, and what the title may fill. */
const [SPACE, WIDTH, HEIGHT] = [64, 584, 330]

interface Look {
  facts: Facts
  token: Tokens
  /** shared/styles/drawing.css. */
  style: string
}

/** The link preview of a page for satori: the site's typeface, its colours and its drawings. */
export function previewOf(row: Row, { facts, token, style }: Look): ReactElement {
  const { company } = facts
  const isRightToLeft = facts.isRightToLeft(company.lang)
  const { heading, description } = row
  /** A drawing of the pages as an image, with the rules that it needs. */
  const imageOf = (viewBox: string, drawing: ReactNode) => {
    const svg = (
      <svg xmlns="http://www.w3.org/2000/svg" viewBox={viewBox} className="drawing" aria-hidden>
        <style>{`svg { color: ${token('ink')} } ${style}`}</style>
        {drawing}
      </svg>
    )
    return `data:image/svg+xml;base64,${Buffer.from(renderToStaticMarkup(svg)).toString('base64')}`
  }
  const own = drawings[row.id]
  const drawing = own ? imageOf('-60 0 360 240', <Ring>{own}</Ring>) : imageOf('-300 -200 600 400', home)
  const mark = imageOf('0 0 32 32', Logo().props.children)

  const { width } = pictureSize
  const [start, end] = isRightToLeft ? ['right', 'left'] : ['left', 'right']
  const at = (top: number, more: CSSProperties): CSSProperties => ({ position: 'absolute', top, ...more })
  const inset = (top: number, more: CSSProperties) => at(top, { display: 'flex', [start]: SPACE, ...more })
  const bold = { fontWeight: 600 }
  const text = { textAlign: start, color: token('ink') } as CSSProperties
  const mirrored = { [end]: 0, transform: isRightToLeft ? 'scaleX(-1)' : 'none' }
  const brand: CSSProperties = { alignItems: 'center', gap: 16, fontSize: 34, ...bold }
  const type = { fontSize: titleSize(heading), letterSpacing: '-0.045em', lineHeight: 0.95, ...bold }
  const title = { [start]: SPACE - 4, width: WIDTH, height: LINE - 28, alignItems: 'flex-end', ...type }
  const lead = { width: width - 2 * SPACE, fontSize: 28, lineHeight: 1.35, color: token('muted') }
  return (
    <div style={{ width: '100%', height: '100%', display: 'flex', background: token('paper'), ...text }}>
      <img src={drawing} width={600} height={400} alt="" style={at(LINE - 400, mirrored)} />
      <div style={at(LINE - 2, { width, height: 2, background: token('accent') })} />
      <div style={inset(48, { flexDirection: isRightToLeft ? 'row-reverse' : 'row', ...brand })}>
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
