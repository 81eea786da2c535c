import axe from 'axe-core'

/** A page of any driver that runs functions and expressions in it. */
interface Evaluates {
  evaluate(expression: string): Promise<unknown>
}

const options: axe.RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  rules: {
    'color-contrast-enhanced': { enabled: true },
    'target-size': { enabled: true },
    'video-caption': { enabled: false }, // Biome asks for captions where a page is written.
    'image-redundant-alt': { enabled: false }, // A logo may say the name that stands beside it.
  },
}

/** What axe objects to, and what it leaves for a person to check. It asks for a contrast of 7:1. */
export async function barriers(page: Evaluates): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const { violations, incomplete } = (await page.evaluate(
    `axe.run(${JSON.stringify(options)})`,
  )) as axe.AxeResults
  return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
    nodes
      .filter(node => !isCutOff(node) && !isSign(node) && !isOnPicture(node))
      .map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
  )
}

/** A cell of a table that scrolls may be cut off, and axe cannot see its colours then. Where there is room it can. */
const isCutOff = ({ target, any }: axe.NodeResult) =>
  any[0]?.data?.messageKey === 'elmPartiallyObscured' && /\bt[dh]\b/.test(target.join())

/** No colour stands behind a text on a gradient or a picture, so that axe cannot judge its contrast. */
const isOnPicture = ({ any }: axe.NodeResult) =>
  /^(bgGradient|bgImage|imgNode)$/.test(any[0]?.data?.messageKey)

/** A link such as ↩ has a name, and no letters of which axe could judge the contrast. */
const isSign = ({ html }: axe.NodeResult) => /^<a [^>]*>[^\p{L}\p{N}<]+<\/a>$/u.test(html)
