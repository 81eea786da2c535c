import { type Element, isWithin } from './html.ts'

/**
 * The buttons of a page that nothing answers where no script comes: those that open no popover and send no form. Each as
 * its start tag. A script of the site's own that server/site/policy.ts names may answer any of them.
 */
export const deadButtons = (page: readonly Element[]): string[] =>
  page.some(isOwnScript)
    ? []
    : page.filter(element => element.name === 'button' && !isAnswered(element)).map(({ tag }) => tag)

const isOwnScript = ({ name, attributes }: Element) =>
  name === 'script' && attributes.get('src')?.startsWith('/')

function isAnswered(button: Element): boolean {
  const { attributes } = button
  if (['popovertarget', 'commandfor', 'disabled'].some(name => attributes.has(name))) return true
  const sendsForm = isWithin(button, 'form') || attributes.has('form')
  return sendsForm && attributes.get('type') !== 'button'
}
