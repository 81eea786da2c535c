// The files of deploy/ and the Dockerfile, read as data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './folders.ts'

/** A file of the project. */
export const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** All values of a setting in a text in nginx's or Caddy's syntax, without comments and the final `;`. */
export const valuesIn = (text: string, name: string): string[] =>
  Array.from(text.matchAll(new RegExp(`^\\s*${name} (.*?);?( #.*)?$`, 'gm')), ([, value = '']) => value)

/** The blocks of a kind, such as `location`, in an nginx or Caddy configuration: the start of each, and its content. */
export const blocksOf = (file: string, kind: string) =>
  Array.from(
    read(file).matchAll(new RegExp(`^([ \t]*)${kind}(?: ([^\n]*))? \\{\n(.*?)^\\1\\}$`, 'gms')),
    ([, , begin = '', text = '']) => ({ begin, text }),
  )

/** The arguments of an instruction in the Dockerfile's final stage. */
export const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(read('Dockerfile'))?.[1]

/** The value of a setting that occurs once in the systemd unit. */
export const setting = (name: string) =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(read('deploy/site.service'))?.[1]

export const compose = parse(read('deploy/compose.yaml'), { merge: true })

const [deployment, service, budget] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(part =>
  part.toJS(),
)
export const kubernetes = { deployment, service, budget }

/** An amount of memory in mebibytes. Each program has its own unit for it. */
export function mebibytesOf(text = '', unit: string): number {
  const [, amount] = new RegExp(`^(\\d+)${unit}$`).exec(text) ?? []
  if (!amount) throw new Error(`${text} is not an amount in ${unit}`)
  return Number(amount)
}

/** A time such as 250ms, 6s or 10, in milliseconds. */
export function millisecondsOf(text: string | number = ''): number {
  const [, number, unit] = /^(\d+)(ms|s|)$/.exec(String(text)) ?? []
  return Number(number) * (unit === 'ms' ? 1 : 1000)
}
