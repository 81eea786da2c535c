// The drawings that were agreed for the site that this project comes with, each as a picture of letters. As soon as
// company.name or company.origin is another, these tests leave themselves out, and this file can be deleted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { DrawingFile } from '../../scripts/media/previews.tsx'
import { CURE, isAgreed } from '../support/agreed.ts'
import { root } from '../support/folders.ts'

/** The letter of each class of shared/styles/drawing.css, from the lowest to the uppermost, and how it is drawn here. */
const INKS = [
  { letter: '+', of: '*', style: 'stroke-width: 1.5' },
  { letter: '-', of: '.path', style: 'stroke-width: 3' },
  { letter: 'o', of: '.line', style: '' },
  { letter: ':', of: '.data', style: 'stroke-width: 5; stroke-dasharray: 0 15; stroke-linecap: round' },
  { letter: '#', of: '.solid', style: 'stroke-width: 8' },
  { letter: '@', of: '.team, .team *', style: 'fill: var(--ink)' },
]
/** How many letters a picture is wide. */
const COLUMNS = 60
/** In pixels: what becomes one letter. */
const LETTER = { width: 4, height: 8 }

/** Each class has a shade of its own, by which its pixels are known. */
const shadeOf = (ink: number) => (ink + 1) * 40
const style = INKS.map(({ of, style }, ink) => {
  const colour = `rgb(${shadeOf(ink)}, 0, 0)`
  return `${of} { fill: none; stroke: ${colour}; ${style.replace('var(--ink)', colour)} }`
}).join('')

/** Draws a part of an SVG in letters. */
async function inLetters(shapes: string, viewBox: string): Promise<string> {
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number)
  const rows = Math.round(((height / width) * COLUMNS * LETTER.width) / LETTER.height)
  const size = `width="${COLUMNS * LETTER.width}" height="${rows * LETTER.height}"`
  // Without shades at the edges, every pixel is of one class.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="none" ${size} shape-rendering="crispEdges">
    <style>${style}</style>${shapes}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true })
  const shadeAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  const letterAt = (column: number, row: number) => {
    const shades = Array.from({ length: LETTER.width * LETTER.height }, (_, pixel) =>
      shadeAt(
        column * LETTER.width + (pixel % LETTER.width),
        row * LETTER.height + Math.floor(pixel / LETTER.width),
      ),
    )
    const uppermost = Math.max(...shades)
    return INKS.find((_, ink) => shadeOf(ink) === uppermost)?.letter ?? ' '
  }
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => letterAt(column, row))
      .join('')
      .trimEnd(),
  )
  return `\n${lines.join('\n')}\n`
}

const HERO = '-330 -200 660 400'
const CARD = '-160 -80 320 160'
const RING = '-60 0 360 240'

/** The part of each drawing that its place shows, and what is in it. */
const agreed: Record<string, { viewBox: string; picture: string }> = {
  home: {
    viewBox: HERO,
    picture: `
                      ooooooo  ooooooo
                   oooo              oooo
                ooo                      ooo
               oo +++++++++       +######+ oo
              oo  +++++++++   ### +      +  oo
             o    +      ++ # ### +      +    o
            o     +      ++ # ### +      +     o
            o                                  o
-------@@---o--------@@@------------@@@--------o---@@@------
-------@@---o--------@@@------------@@@--------o---@@@------
            o                                  o
            o     +      + ++++++  ::::::      o
             o    +      +++####++ ::::::     o
             oo   ++++++++++####++ ::::::    oo
               oo ++++++++ ++++++  ::::::  oo
                ooo                      oo
                  oooo                oooo
                      oooooooooooooooo
`,
  },
  ending: {
    viewBox: HERO,
    picture: `
                      ooooooo  ooooooo
                   oooo              oooo
                ooo                      ooo
               oo                          oo
              oo                            oo
             o                                o
            o                                  o
            o                                  o
------------o                                  o----@@@-----
------------o                                  o----@@@-----
            o                                  o
            o                                  o
             o                                o
             oo                              oo
               oo                          oo
                ooo                      oo
                  oooo                oooo
                      oooooooooooooooo
`,
  },
  fast: {
    viewBox: CARD,
    picture: `

         ++++++++++++++++oooooooooo
      ++++  ++++ +++++oooo        oooo
    +++   +++  +++++ooo              ooo
   ++    ++   ++ ++oo  ##############  oo
   +     +   ++ ++oo   ##############   oo
  ++    ++   +  + o    ++++++++++++++    o       @@@@
ooooooooooooooooooo                      oooooooo@@@@ooooooo
  ++    ++   +  + o    ++++++++++++++    o       @@@@
   +     +   ++ ++oo   +++++++++        oo
   ++    ++   ++ ++oo                  oo
    +++   +++  +++++ooo              ooo
      ++++  ++++ +++++oooo        oooo
         ++++++++++++++++oooooooooo

`,
  },
  secure: {
    viewBox: CARD,
    picture: `
                 --                      --
       ------------------oooooooooo------------------
                 --   oooo        oo@@@@@--
                 -- ooo   :: :: ::  @@@@@--
                 --oo   : :: :: :: : @@@o--
                 -oo :  : :: :: :: :  : oo-
                 -o  :  : :: :: :: :  :  o-
ooooooooooooooooooo  :  : :: :: :: :  :  ooooooooooooooooooo
                 -o  :  : :: :: :: :  :  o-
                 -oo :  : :: :: :: :  : oo-
                 --oo   : :: :: :: :   oo--
                 -- ooo   :: :: ::   ooo --
                 --   oooo        oooo   --
       ------------------oooooooooo------------------
                 --                      --
`,
  },
  behaving: {
    viewBox: CARD,
    picture: `

                         oooooooooo
                      oooo        oooo
                    ooo ### ##    ###ooo
                   oo## ### ##   ######oo
                  oo ## ### ##  ### ### oo
       @@@@       o  ## ### ## ###  ###  o
ooooooo@@@@oooooooo++##+###+##+##+++###++ooooooooooooooooooo
       @@@@       o  ::  :  ::  :    :   o
                  oo ::  :  ::   ::  :  oo
                   oo::  :  ::   ::  : oo
                    ooo  :  ::    :: ooo
                      oooo        oooo
                         oooooooooo

`,
  },
  about: {
    viewBox: RING,
    picture: `



                                      ##
                                      ##
                                  ##  ##
                                  ##  ##
                               ## ##  ##
                           ::  ## ##  ##
                         : ::  ## ##  ##
                      :: : ::  ## ##  ##
                      :  : :   ## ##  ##
                    : :: : :@@@@# ##  ##              @@@@
         -------------------@@@@----------------------@@@@--
                            @@@@                      @@@@





`,
  },
  contact: {
    viewBox: RING,
    picture: `







                   ######################

                   ##################
                   ##################
                                @@@
                   ########### @@@@@
                               @@@@






`,
  },
  privacy: {
    viewBox: RING,
    picture: `


                        :: : :: : ::
                   :: : :: : :: : :: : ::
                 : :: : :: : :: : :: : :: :
                 : :: : :: : :: : :: : :: :
                 : :: : :: : :: : :: : :: :
              :: : :: : :: : :: : :: : :: : ::
              :: : :: : :: : :: : :: : :: : ::
              :: : :: : :: : :: : :: : :: : ::
              :: : :: : :: : :: : :: : :: : ::
              :: : :: : :: : :: : :: : :: : ::
              :: : :: : :: : :: : :: : :: : ::
                 : :: : :: : :: : :: : :: :
                 : :: : :: : :: : :: : :: :
                 : :: : :: : :: : :: : :: :
                   :: : :: : :: : :: : ::
                        :: : :: : ::


`,
  },
  'not-found': {
    viewBox: RING,
    picture: `




                   ++++++++++  ++++++++++
                   +        +  +        +
                   +        +  +        +
                   +        +  +        +
                   +        +  +        +
                   ++++++++++  ++++++++++
                   ++++++++++  :: : :: :
                   +        +  :: : :: :
                   +        +  :: @@@@ :
                   +        +  :: @@@@ :
                   +        +  :: : :: :
                   ++++++++++




`,
  },
}

/** Not as words of an import: another company may have no such file. */
const HOME = join(root, 'shared/site/drawings/home.tsx')

describe.skipIf(!isAgreed)('the drawings of Acme Software', () => {
  test.each(Object.entries(agreed))('%s is drawn as it was agreed', async (name, { viewBox, picture }) => {
    const file: DrawingFile = await import(join(root, `shared/site/drawings/${name}.tsx`))
    expect(await inLetters(renderToStaticMarkup(file.default), viewBox), CURE).toBe(picture)
  })

  test('the link preview shows this part of the drawing of the home page', async () => {
    const { viewBox }: DrawingFile = await import(HOME)
    expect(viewBox, CURE).toBe('-300 -200 600 400')
  })

  test('the mark is drawn as it was agreed', async () => {
    const [, shapes = ''] =
      /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(join(root, 'shared/site/mark.svg'), 'utf8')) ?? []
    expect(shapes, CURE).toBe(
      '<path d="M0 28h16a11.5 11.5 0 1 0-.1 0H32" fill="none" stroke="currentColor" stroke-width="3"/><circle cx="16" cy="16.5" r="4.5" fill="currentColor"/>',
    )
  })
})
