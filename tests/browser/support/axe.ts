import axe from 'axe-core'
import { isAcme, type Look } from './open-page.ts'

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

/** What axe leaves for a person to judge on the sites of this project: a rule, where it stands, and why it is no barrier. */
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
 * What axe objects to, a contrast below 7:1 too; and what it cannot judge, if no person has. Of a company's site it says
 * the first alone: here is no place for what that person has judged.
 */
export async function barriers(page: Evaluates, site: Look['site'], within = 'html'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const { violations, incomplete } = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )) as axe.AxeResults
  const isOurs = site === 'fixture' || isAcme
  return [...said(violations), ...(isOurs ? said(incomplete).filter(isOpen) : [])].map(
    ({ rule, target, message }) => `${rule}: ${target} ${message}`,
  )
}

const said = (results: axe.Result[]) =>
  results.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => ({ rule: id, target: target.join(' '), message: any[0]?.message ?? '' })),
  )

const isOpen = (found: { rule: string; target: string }) =>
  !JUDGED.some(({ rule, target }) => rule === found.rule && target.test(found.target))
