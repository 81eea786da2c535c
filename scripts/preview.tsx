import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cloneElement, type ReactElement, type SVGProps } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { picture, pictureFile, pictureSize } from '../server/metadata.ts'
import { type PageId, pageIds, pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import { Drawing } from '../shared/ui/drawing.tsx'
import { Logo } from '../shared/ui/logo.tsx'
import type { Tokens } from './tokens.ts'

/** The part of the drawing's plane that a preview shows: its circle on the right. */
const FRAME = '-836 -250 1091 572.7'
/** In pixels from the top: the line that runs on from the circle to both edges. */
const LINE = 494

interface Look {
  token: Tokens
  /** The rules of shared/styles/drawing.css. */
  style: string
}

/** The link preview of a page, for satori to draw. */
export interface Preview {
  /** Of the page. */
  path: string
  /** The name of the picture in build/public and dist. */
  file: string
  size: { width: number; height: number }
  element: ReactElement
}

/** The link previews of all pages: the site's type, its colours and its idea. */
export const previews = (look: Look): Promise<Preview[]> =>
  Promise.all(
    pageIds.map(async id => ({
      path: pages[id].path,
      file: pictureFile(id),
      size: pictureSize,
      element: await draw(id, look),
    })),
  )

async function draw(id: PageId, { token, style }: Look): Promise<ReactElement> {
  const { headline, text } = picture(id)
  /** A drawing of the pages as an image, with the rules that it needs. */
  const imageOf = async (drawing: ReactElement<SVGProps<SVGSVGElement>>, viewBox = drawing.props.viewBox) => {
    const props = { xmlns: 'http://www.w3.org/2000/svg', viewBox }
    const svg = cloneElement(
      drawing,
      props,
      <style>{`svg { color: ${token('ink')} } ${style}`}</style>,
      drawing.props.children,
    )
    const markup = await buffer(renderToPipeableStream(svg).pipe(new PassThrough()))
    return `data:image/svg+xml;base64,${markup.toString('base64')}`
  }
  const logo = await imageOf(Logo())
  const drawing = await imageOf(Drawing(), FRAME)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        fontFamily: 'site',
        color: token('ink'),
        background: token('paper'),
      }}
    >
      <img src={drawing} {...pictureSize} alt="" style={{ position: 'absolute' }} />
      <div
        style={{ position: 'absolute', top: LINE - 2, width: '100%', height: 2, background: token('accent') }}
      />
      <div
        style={{
          position: 'absolute',
          left: 64,
          top: 56,
          width: 500,
          height: LINE - 56 - 32,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          fontWeight: 600,
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 34 }}>
          <img src={logo} width={52} height={52} alt="" />
          {site.name}
        </div>
        <div style={{ fontSize: 64, letterSpacing: -1.5, lineHeight: 1 }}>{headline}</div>
      </div>
      <div
        style={{
          position: 'absolute',
          left: 64,
          top: LINE + 28,
          width: 1072,
          fontSize: 27,
          lineHeight: 1.35,
          color: token('muted'),
        }}
      >
        {text}
      </div>
    </div>
  )
}
