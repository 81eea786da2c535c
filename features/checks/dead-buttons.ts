import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decoded } from '../../scripts/lib/decoded.ts'
import { PUBLIC } from '../../scripts/media/public-files.ts'
import { type Element, isWithin } from './html.ts'

/**
 * Finds the buttons that do nothing on a page that isn't hydrated, and returns them as HTML. A button works if it opens a
 * popover or sends a form, or if a script that server/site/policy.ts adds seems to name it.
 */
export function deadButtons(page: readonly Element[], textOf = publicText): string[] {
  const buttons = page.filter(element => element.name === 'button' && !worksWithoutScript(element))
  if (buttons.length === 0) return []
  const scripts = page.filter(isOwnScript).map(({ attributes, text }) => {
    const src = attributes.get('src')
    return src === undefined ? text : textOf(src.replace(/[?#].*/, ''))
  })
  return buttons
    .filter(button => !scripts.some(text => mayHandle(text, button)))
    .map(({ tag, text }) => `${tag}${text.trim() || '…'}</button>`)
}

/** Whether the site has added a script. The engine's script loader has `data-page`, and its speculation rules have a type. */
const isOwnScript = ({ name, attributes }: Element) =>
  name === 'script' &&
  (attributes.get('src')?.startsWith('/') ??
    (!attributes.has('data-page') && /^(|module|text\/javascript)$/.test(attributes.get('type') ?? '')))

/** Reads a file of shared/site/public/. Undefined if it isn't there: an endpoint may send it. */
function publicText(path: string): string | undefined {
  try {
    return readFileSync(join(PUBLIC, decoded(path)), 'utf8')
  } catch {
    return undefined
  }
}

function worksWithoutScript(button: Element): boolean {
  const { attributes } = button
  if (['popovertarget', 'commandfor', 'disabled'].some(name => attributes.has(name))) return true
  const sendsForm = isWithin(button, 'form') || attributes.has('form')
  return sendsForm && attributes.get('type') !== 'button'
}

/** Matches a string in a script that begins with `button`, such as a selector that finds every button. */
const ANY_BUTTON = /['"`]button\b/

/**
 * Whether a script may handle a button: it has the button's id, one of its classes, or an attribute such as data-theme. A script
 * that can't be read may handle any.
 */
function mayHandle(script: string | undefined, { attributes }: Element): boolean {
  if (script === undefined || ANY_BUTTON.test(script)) return true
  const data = [...attributes.keys()].filter(name => name.startsWith('data-'))
  const asProperties = data.map(name => name.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase()))
  const classes = (attributes.get('class') ?? '').split(/\s+/)
  const names = [attributes.get('id') ?? '', ...classes, ...data, ...asProperties].filter(Boolean)
  return names.some(name => new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`).test(script))
}
