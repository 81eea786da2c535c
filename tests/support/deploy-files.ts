// The files of deploy/ and the Dockerfile, read as data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './folders.ts'

/** A file of the project. */
export const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The values of a setting, wherever a configuration of nginx has it. */
const inNginx = (file: string) => (name: string) =>
  Array.from(read(file).matchAll(new RegExp(`^ *${name} ([^;{]*);`, 'gm')), ([, value]) => value)
/** What begins the blocks of a kind, such as `location` and `upstream`, in a configuration of nginx or Caddy. */
export const blocksOf = (file: string, kind: string) =>
  Array.from(read(file).matchAll(new RegExp(`^\\s*${kind} (.*) \\{$`, 'gm')), ([, begin]) => begin)

/** What begins each block of a Caddyfile, in order. */
export const outlineOf = (file: string) =>
  Array.from(read(file).matchAll(/^\s*(\S.*) \{$/gm), ([, begin]) => begin)

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

const unit = read('deploy/site.service')
/** The value of a setting that the unit of systemd has once. */
export const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

export const compose = parse(read('deploy/compose.yaml'), { merge: true })
/** The first of the three, of which the others are copies. */
export const replica = compose.services['site-1']
export const { proxy } = compose.services

const [deployment, service, budget] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(part =>
  part.toJS(),
)
export const kubernetes = { deployment, service, budget }
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
