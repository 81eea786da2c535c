import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { picture, pictureFile, pictureSize } from '../server/picture.ts'
import { type PageId, pageIds } from '../shared/pages.ts'
import { site } from '../shared/site.ts'

/** The site's own type, in the one format of its package that satori reads. */
const fontFile = (weight: number) =>
  createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)

/** The dark scheme of shared/styles, in the notation that satori reads. */
const colors = { ground: '#0e1116', text: '#f4f6f8', quiet: '#b3bcc8', accent: '#7aa2ff' }

/** Draws one picture a page for link previews into a folder. */
export async function drawPictures(folder: string): Promise<void> {
  const fonts = await Promise.all(
    ([400, 600] as const).map(async weight => ({
      name: 'site',
      weight,
      data: await readFile(fontFile(weight)),
    })),
  )
  await Promise.all(
    pageIds.map(async id => {
      const svg = await satori(<Picture id={id} />, { ...pictureSize, fonts })
      const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
      const file = join(folder, pictureFile(id))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, image.asPng())
    }),
  )
}

function Picture({ id }: { id: PageId }) {
  const { headline, text } = picture(id)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        boxSizing: 'border-box',
        padding: 80,
        fontFamily: 'site',
        color: colors.text,
        background: colors.ground,
        borderBottom: `12px solid ${colors.accent}`,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 36, fontWeight: 600 }}>
        <div
          style={{
            width: 48,
            height: 48,
            borderRadius: 12,
            marginRight: 20,
            background: colors.accent,
          }}
        />
        {site.name}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div
          style={{ fontSize: 92, fontWeight: 600, letterSpacing: -3, lineHeight: 1.05, textWrap: 'balance' }}
        >
          {headline}
        </div>
        <div style={{ marginTop: 32, fontSize: 34, lineHeight: 1.4, color: colors.quiet }}>{text}</div>
      </div>
    </div>
  )
}
