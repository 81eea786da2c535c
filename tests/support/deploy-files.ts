// The files of deploy/ and the Dockerfile, read as data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './folders.ts'

/** A file of the project. */
export const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** What a test says that knows the names of all settings of a file. */
export const isMeant =
  'a setting more or less: if it is meant, change this list, and test what the setting does'

/** The values of a setting, wherever a configuration of nginx has it. */
const inNginx = (file: string) => (name: string) =>
  Array.from(read(file).matchAll(new RegExp(`^ *${name} ([^;{]*);`, 'gm')), ([, value]) => value)
/** What begins the blocks of a kind, such as `location` and `upstream`, in a configuration of nginx or Caddy. */
export const blocksOf = (file: string, kind: string) =>
  Array.from(read(file).matchAll(new RegExp(`^\\s*${kind} (.*) \\{$`, 'gm')), ([, begin]) => begin)

/** The words and signs of a configuration of nginx, without comments; what stands in quotes is one word. */
const NGINX_TOKEN = /(?<=[\s;{}]|^)#.*|"(?:\\.|[^"\\])*"|[{};]|[^\s;{}]+/g

/** The blocks of a configuration of nginx in order, each as what begins it and the names of its directives. */
export function outlineOfNginx(file: string): string[] {
  const outline = createOutline()
  let words: string[] = []
  for (const [token] of read(file).matchAll(NGINX_TOKEN)) {
    if (token.startsWith('#')) continue
    if (token === '{') outline.open(words.join(' '))
    else if (token === '}') outline.close()
    else if (token === ';') outline.add(words[0])
    else words.push(token)
    if (/^[{};]$/.test(token)) words = []
  }
  return outline.lines()
}

/** The same of a Caddyfile, where each line is a directive, or opens or closes a block. */
export function outlineOfCaddy(file: string): string[] {
  const outline = createOutline()
  for (const line of read(file).split('\n')) {
    const directive = line.replace(/(^|\s)#.*/, '').trim()
    if (directive === '}') outline.close()
    else if (/(^| )\{$/.test(directive)) outline.open(directive.replace(/ ?\{$/, '') || 'all sites')
    else if (directive) outline.add(directive.split(' ')[0])
  }
  return outline.lines()
}

/** Blocks in blocks. Its lines are indented by how deep a block stands. */
function createOutline() {
  const file: string[] = []
  const blocks = [{ begin: 'file', names: file }]
  const open = [file]
  return {
    add: (name = '') => open.at(-1)?.push(name),
    open(begin: string) {
      const names: string[] = []
      blocks.push({ begin: '  '.repeat(open.length) + begin, names })
      open.push(names)
    },
    close: () => open.pop(),
    lines: () => blocks.map(({ begin, names }) => `${begin}: ${names.join(' ')}`.trimEnd()),
  }
}

/** The keys of each object in data, with its path: { a: { b: 1 } } has ['top: a', 'a: b']. */
export function keysOf(data: unknown, path = 'top'): string[] {
  if (typeof data !== 'object' || data === null) return []
  const within = Object.entries(data).flatMap(([key, value]) =>
    keysOf(value, path === 'top' ? key : `${path}.${key}`),
  )
  return Array.isArray(data) ? within : [`${path}: ${Object.keys(data).join(' ')}`, ...within]
}

/** The values that a Caddyfile has, without comments; "" where it has a setting without a value. */
const inCaddy = (file: string) => (name: string) =>
  Array.from(
    read(file).matchAll(new RegExp(`^\t*${name}(?: (?!{$)(.*?))?(?: #.*| {)?$`, 'gm')),
    ([, value = '']) => value,
  )

export const nginx = inNginx('deploy/nginx.conf')
export const nginxOfFiles = inNginx('deploy/static/nginx.conf')
export const caddy = inCaddy('deploy/Caddyfile')
export const caddyOfFiles = inCaddy('deploy/static/Caddyfile')

/** With an instruction in one line, where the file has it in several. */
export const dockerfile = read('Dockerfile').replace(/ \\\n */g, ' ')
/** What stands behind an instruction of the image that runs, which has it once. */
export const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1]
/** What stands behind an instruction wherever the Dockerfile has it, in order. */
export const instructions = (name: string) =>
  Array.from(dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm')), ([, rest]) => rest)

/** The names of the instructions of each stage, in order. */
export const stages = () =>
  dockerfile
    .replace(/^\s*(#.*)?\n/gm, '')
    .split(/^(?=FROM )/m)
    .map(stage => Array.from(stage.matchAll(/^\s*(\S+)/gm), ([, name]) => name).join(' '))

const unit = read('deploy/site.service')
/** The value of a setting that the unit of systemd has once. */
export const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

/** The names of the settings in each section of the unit, in order. */
export function sections(): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  let section = ''
  for (const line of unit.split('\n').filter(text => !/^([#;]|\s*$)/.test(text))) {
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section
    names[section] ??= []
    if (!line.startsWith('[')) names[section]?.push(line.split('=')[0]?.trim() ?? '')
  }
  return names
}

export const compose = parse(read('deploy/compose.yaml'), { merge: true })
/** The first of the three, of which the others are copies. */
export const replica = compose.services['site-1']
export const { proxy } = compose.services

const [deployment, service, budget, ...others] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(part =>
  part.toJS(),
)
export const kubernetes = { deployment, service, budget, others }
export const pod = deployment.spec.template.spec
export const [container] = pod.containers
/** The variables of a container in Kubernetes. */
export const containerVariables: Record<string, string> = Object.fromEntries(
  container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
)

const KIB = 1024
const MIB = 1024 * KIB
/** What each program takes a unit of memory for. In Kubernetes M is a million bytes, and m a thousandth of one. */
export const units = {
  // https://docs.docker.com/reference/compose-file/extension/#specifying-byte-values
  compose: { k: KIB, m: MIB, g: KIB * MIB },
  // https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory
  kubernetes: { m: 0.001, k: 1000, M: 1000 ** 2, G: 1000 ** 3, Ki: KIB, Mi: MIB, Gi: KIB * MIB },
  // https://www.freedesktop.org/software/systemd/man/latest/systemd.resource-control.html
  systemd: { K: KIB, M: MIB, G: KIB * MIB },
}
/** An amount of memory. */
export function bytesOf(text: string | undefined, unitsOfProgram: Record<string, number>): number {
  const [, number, name = ''] = /^(\d+)(\w+)$/.exec(text ?? '') ?? []
  return Number(number) * (unitsOfProgram[name] ?? Number.NaN)
}
