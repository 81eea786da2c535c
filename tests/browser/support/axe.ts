import axe from 'axe-core'
import { isAcme } from '../../support/acme.ts'
import type { Look } from './open-page.ts'

/** A page of any driver that evaluates expressions in it. */
interface Evaluates {
  evaluate(expression: string): Promise<unknown>
}

const options: axe.RunOptions = {
  resultTypes: ['violations', 'incomplete'],
  rules: {
    'color-contrast-enhanced': { enabled: true },
    'target-size': { enabled: true },
    'video-caption': { enabled: false }, // Biome requires captions in the source of a page.
    'image-redundant-alt': { enabled: false }, // A logo may repeat the name beside it.
  },
}

/** Incomplete results that a person has judged, for the sites of this project: the rule, the element, and why it's no barrier. */
const JUDGED: { rule: string; target: RegExp; why: string }[] = [
  {
    rule: 'color-contrast',
    target: /^\.badge$/,
    why: 'The badge of the fixture stands on a gradient from one token to another, and axe reads words on each.',
  },
  {
    rule: 'color-contrast',
    target: /\btd\b/,
    why: 'A table that scrolls cuts cells off, of which axe cannot see the colours. Where there is room it can.',
  },
]

/**
 * The violations that axe finds, including a contrast below 7:1, and its incomplete results that aren't in JUDGED. For a
 * company's site, only the violations, because a company can't add to JUDGED.
 */
export async function barriers(page: Evaluates, site: Look['site'], within = 'html'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const { violations, incomplete } = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )) as axe.AxeResults
  const isOurs = site === 'fixture' || isAcme
  return [...failedNodes(violations), ...(isOurs ? failedNodes(incomplete).filter(isOpen) : [])].map(
    ({ rule, target, message }) => `${rule}: ${target} ${message}`,
  )
}

const failedNodes = (results: axe.Result[]) =>
  results.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => ({ rule: id, target: target.join(' '), message: any[0]?.message ?? '' })),
  )

const isOpen = (found: { rule: string; target: string }) =>
  !JUDGED.some(({ rule, target }) => rule === found.rule && target.test(found.target))
