import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { transform } from 'esbuild'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import satori from 'satori'
import { picture, pictureFile, pictureSize } from '../server/metadata.ts'
import { type PageId, pageIds } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import { Drawing } from '../shared/ui/drawing.tsx'
import { Logo } from '../shared/ui/logo.tsx'
import { type Colors, readColors } from './colors.ts'
import { encodePng } from './png.ts'

/** The part of the drawing's plane that a picture shows: its circle on the right. */
const FRAME = '-836 -250 1091 572.7'
/** In pixels from the top: the line that runs on from the circle to both edges. */
const LINE = 494

const styles = join(import.meta.dirname, '../shared/styles')

/** The site's own typeface, in a format that satori reads. */
const font = async (weight: 400 | 600) => {
  const name = `@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`
  return { name: 'site', weight, data: await readFile(createRequire(import.meta.url).resolve(name)) }
}

/** Draws one picture a page for link previews into a folder: the site's type, its colours and its idea. */
export async function drawPictures(folder: string): Promise<void> {
  const colors = readColors(await readFile(join(styles, 'tokens.css'), 'utf8'))
  const fonts = await Promise.all([font(400), font(600)])
  const style = await drawingStyle(colors)
  const image = (element: ReactElement, frame: string) => {
    const svg = renderToStaticMarkup(element).replace(/<svg[^>]* class/, `<svg viewBox="${frame}" class`)
    const complete = svg
      .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
      .replace('>', `><style>${style}</style>`)
    return `data:image/svg+xml;base64,${btoa(complete)}`
  }
  const images = { logo: image(<Logo />, '0 0 32 32'), drawing: image(<Drawing />, FRAME) }
  await mkdir(join(folder, dirname(pictureFile('home'))), { recursive: true })
  await Promise.all(
    pageIds.map(async id => {
      const svg = await satori(<Picture id={id} colors={colors} images={images} />, { ...pictureSize, fonts })
      const { pixels, width, height } = await renderAsync(svg, { font: { loadSystemFonts: false } })
      await writeFile(join(folder, pictureFile(id)), encodePng(pixels, width, height))
    }),
  )
}

/** The rules of shared/styles/drawing.css, as plain as resvg needs them: neither nested nor with variables. */
async function drawingStyle(colors: Colors): Promise<string> {
  const css = await readFile(join(styles, 'drawing.css'), 'utf8')
  const { code } = await transform(css, { loader: 'css', target: 'chrome100' })
  return code.replace(/var\(--(\w+)\)/g, (_, name) => colors[name as keyof Colors] ?? '2')
}

interface Props {
  id: PageId
  colors: Colors
  images: { logo: string; drawing: string }
}

function Picture({ id, colors, images }: Props) {
  const { headline, text } = picture(id)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        fontFamily: 'site',
        color: colors.ink,
        background: colors.paper,
      }}
    >
      <img src={images.drawing} {...pictureSize} alt="" style={{ position: 'absolute' }} />
      <div
        style={{ position: 'absolute', top: LINE - 2, width: '100%', height: 2, background: colors.accent }}
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
          <img src={images.logo} width={52} height={52} alt="" />
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
          color: colors.muted,
        }}
      >
        {text}
      </div>
    </div>
  )
}
