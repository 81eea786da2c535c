import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decoded } from '../../scripts/lib/decoded.ts'
import { root } from '../../scripts/lib/root.ts'
import { type Element, isWithin } from './html.ts'

/**
 * The buttons of a page that nothing answers where no script comes: those that open no popover and send no form, and that no
 * script names which server/site/policy.ts adds. Each as its start tag.
 */
export function deadButtons(page: readonly Element[], textOf = publicText): string[] {
  const buttons = page.filter(element => element.name === 'button' && !isAnswered(element))
  if (buttons.length === 0) return []
  const scripts = page.filter(isOwnScript).map(({ attributes, text }) => {
    const src = attributes.get('src')
    return src === undefined ? text : textOf(src.replace(/[?#].*/, ''))
  })
  return buttons.filter(button => !scripts.some(text => mayAnswer(text, button))).map(({ tag }) => tag)
}

/** Whether a script is the site's. The engine's script loader has `data-page`, and its rules for speculation a type. */
const isOwnScript = ({ name, attributes }: Element) =>
  name === 'script' &&
  (attributes.get('src')?.startsWith('/') ??
    (!attributes.has('data-page') && /^(|module|text\/javascript)$/.test(attributes.get('type') ?? '')))

/** The text of a file in shared/site/public/. Undefined where there is none: an endpoint sends it, say. */
function publicText(path: string): string | undefined {
  try {
    return readFileSync(join(root, 'shared/site/public', decoded(path)), 'utf8')
  } catch {
    return undefined
  }
}

function isAnswered(button: Element): boolean {
  const { attributes } = button
  if (['popovertarget', 'commandfor', 'disabled'].some(name => attributes.has(name))) return true
  const sendsForm = isWithin(button, 'form') || attributes.has('form')
  return sendsForm && attributes.get('type') !== 'button'
}

/** A selector in a script that finds any button. */
const ANY_BUTTON = /['"`]button\b/

/** Whether a script names a button: by its id, one of its classes, or an attribute such as data-theme. One that can't be read may. */
function mayAnswer(script: string | undefined, { attributes }: Element): boolean {
  if (script === undefined || ANY_BUTTON.test(script)) return true
  const data = [...attributes.keys()].filter(name => name.startsWith('data-'))
  const asProperties = data.map(name => name.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase()))
  const classes = (attributes.get('class') ?? '').split(/\s+/)
  const names = [attributes.get('id') ?? '', ...classes, ...data, ...asProperties].filter(Boolean)
  return names.some(name => new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`).test(script))
}
