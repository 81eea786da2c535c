/** Which directive of the policy decides about an element. */
const directives: Record<string, string> = {
  form: 'form-action',
  iframe: 'frame-src',
  img: 'img-src',
  video: 'media-src',
  audio: 'media-src',
  source: 'media-src',
  script: 'script-src',
}

const HERE = 'https://site.invalid'

/** What a page contains and its own policy blocks: a browser would leave it out, and report it in its console only. */
export function policyProblems(html: string): string[] {
  const meta = /http-equiv="Content-Security-Policy" content="([^"]*)"/i.exec(html)?.[1]
  if (meta === undefined) return []
  const policy = new Map(
    meta
      .replaceAll('&#x27;', "'")
      .split(';')
      .map(directive => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )
  const styled = html.match(/<\w[^>]*?\sstyle="[^"]*"/g) ?? []
  const elements = html.matchAll(/<(\w+)\b[^>]*?\s(?:action|src)="([^"]*)"/g)
  const blocked = [...elements].flatMap(([element, tag = '', target = '']) => {
    const directive = directives[tag]
    if (!directive) return []
    const sources = policy.get(directive) ?? policy.get('default-src') ?? []
    const needed = sourceOf(target)
    if (sources.some(source => covers(source, target, needed))) return []
    return [`the policy blocks ${element}>: allow ${needed} as ${directive} in server/site/policy.ts`]
  })
  return [...blocked, ...styled.map(element => `the policy blocks the style of ${element}>: write a class`)]
}

/** The source that a target needs: the site itself, an origin, or a scheme such as `data:`. */
function sourceOf(target: string): string {
  const { origin = '', protocol = '' } = URL.parse(target, HERE) ?? {}
  return origin === HERE ? "'self'" : protocol.startsWith('http') ? origin : protocol
}

/** Whether a source of the policy covers a target: itself, an origin of any subdomain, a folder, a scheme. */
function covers(source: string, target: string, needed: string): boolean {
  if (source === needed) return true
  const pattern = source.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[^/]+')
  return !source.startsWith("'") && new RegExp(`^${pattern}`).test(target)
}
