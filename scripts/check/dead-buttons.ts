/**
 * The buttons of a page that nothing answers where no script comes: those that open no popover and send no form. Each as
 * its start tag.
 */
export function deadButtons(html: string): string[] {
  const found: string[] = []
  let openForms = 0
  for (const [tag, name = ''] of html.matchAll(/<(\/?form|button)\b[^>]*>/g)) {
    if (name === 'form') openForms++
    else if (name === '/form') openForms--
    else if (!isAnswered(tag, openForms > 0)) found.push(tag)
  }
  return found
}

function isAnswered(button: string, isInForm: boolean): boolean {
  if (/\s(popovertarget|commandfor|disabled)\b/i.test(button)) return true
  const sendsForm = isInForm || /\sform="/.test(button)
  return sendsForm && !/\stype="button"/.test(button)
}
