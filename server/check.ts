/** A page that must not be shipped; the message names the page and the fault. */
export class PageFault extends Error {
  constructor(path: string, fault: string, options?: ErrorOptions) {
    super(`${path}: ${fault}`, options)
  }
}

/** Throws a PageFault where a page has no title, or links to a path of this site at which there is nothing. */
export function checkPage(path: string, html: string, exists: (path: string) => boolean): void {
  if (!/<title>[^<]+<\/title>/.test(html)) throw new PageFault(path, 'the title is empty')
  for (const [, target = ''] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g)) {
    const linked = target.replace(/[?#].*/, '')
    if (!exists(linked)) throw new PageFault(path, `the link to ${linked} is dead`)
  }
}
