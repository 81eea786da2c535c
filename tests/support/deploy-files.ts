// The files of deploy/ and the Dockerfile, read as data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './folders.ts'

/** A file of the project. */
export const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The values of a setting, wherever a text in the syntax of nginx or Caddy has it, without comments and the last `;`. */
export const valuesIn = (text: string, name: string): string[] =>
  Array.from(text.matchAll(new RegExp(`^\\s*${name} (.*?);?( #.*)?$`, 'gm')), ([, value = '']) => value)

/** The blocks of a kind, such as `location`, in a configuration of nginx or Caddy: what begins each, and what is in it. */
export const blocksOf = (file: string, kind: string) =>
  Array.from(
    read(file).matchAll(new RegExp(`^([ \t]*)${kind}(?: ([^\n]*))? \\{\n(.*?)^\\1\\}$`, 'gms')),
    ([, , begin = '', text = '']) => ({ begin, text }),
  )

/** What stands behind an instruction of the image that runs. */
export const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(read('Dockerfile'))?.[1]

/** The value of a setting that the unit of systemd has once. */
export const setting = (name: string) =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(read('deploy/site.service'))?.[1]

export const compose = parse(read('deploy/compose.yaml'), { merge: true })

const [deployment, service, budget] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(part =>
  part.toJS(),
)
export const kubernetes = { deployment, service, budget }

/** An amount of memory, in mebibytes, for which each program has a unit of its own. */
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
