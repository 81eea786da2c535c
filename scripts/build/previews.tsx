import { cloneElement, type ReactElement, type SVGProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { picture, pictureFile, pictureSize } from '../../server/metadata.ts'
import { site } from '../../shared/site.ts'
import type { Row, Table } from '../../shared/table.ts'
import { Drawing } from '../../shared/ui/drawing.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import type { Tokens } from './tokens.ts'

/** The part of the drawing's plane that a preview shows: its circle on the right. */
const FRAME = '-836 -250 1091 572.7'
/** In pixels from the top: the line that runs on from the circle to both edges. */
const LINE = 494

/** The link previews of all pages: the site's type, its colours and its idea. `style` is shared/styles/drawing.css. */
export const previews = ({ rows }: Table, token: Tokens, style: string) =>
  Promise.all(
    rows.map(async row => ({
      path: row.path,
      file: pictureFile(row),
      element: await draw(row, token, style),
    })),
  )

async function draw(row: Row, token: Tokens, style: string): Promise<ReactElement> {
  const { headline, text } = picture(row)
  /** A drawing of the pages as an image, with the rules that it needs. */
  const imageOf = async (drawing: ReactElement<SVGProps<SVGSVGElement>>, viewBox = drawing.props.viewBox) => {
    const props = { xmlns: 'http://www.w3.org/2000/svg', viewBox }
    const rules = <style>{`svg { color: ${token('ink')} } ${style}`}</style>
    const svg = cloneElement(drawing, props, rules, drawing.props.children)
    return `data:image/svg+xml;base64,${Buffer.from(renderToStaticMarkup(svg)).toString('base64')}`
  }
  const logo = await imageOf(Logo())
  const drawing = await imageOf(Drawing(), FRAME)
  const at = (left: number, top: number, width: number) =>
    ({ position: 'absolute', left, top, width }) as const
  const column = { display: 'flex', flexDirection: 'column', justifyContent: 'space-between' } as const
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        color: token('ink'),
        background: token('paper'),
      }}
    >
      <img src={drawing} {...pictureSize} alt="" style={{ position: 'absolute' }} />
      <div style={{ ...at(0, LINE - 2, pictureSize.width), height: 2, background: token('accent') }} />
      <div style={{ ...at(64, 56, 500), ...column, height: LINE - 56 - 32, fontWeight: 600 }}>
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 34 }}>
          <img src={logo} width={52} height={52} alt="" />
          {site.name}
        </div>
        <div style={{ fontSize: 64, letterSpacing: -1.5, lineHeight: 1 }}>{headline}</div>
      </div>
      <div style={{ ...at(64, LINE + 28, 1072), fontSize: 27, lineHeight: 1.35, color: token('muted') }}>
        {text}
      </div>
    </div>
  )
}
