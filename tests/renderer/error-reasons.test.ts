// The one line by which a build names why a page has failed, with what has caused the error.
import { expect, test } from 'vitest'
import { reasonOf } from '../../scripts/lib/explain-error.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { address: '127.0.0.1', port: 2 })
const circular = new Error('round and round')
circular.cause = circular
const [egg, hen] = [new Error('the egg'), new Error('the hen')]
egg.cause = hen
hen.cause = egg

test.each<[what: string, thrown: unknown, line: string]>([
  ['an error', new Error('it broke'), 'it broke'],
  ['a message of two lines', new Error('it\nbroke'), 'it broke'],
  ['a text', 'no page', 'no page'],
  ['nothing', undefined, 'undefined'],
  [
    'its first cause, and the address',
    new Error('fetch failed', { cause: refused }),
    'fetch failed: connect ECONNREFUSED: 127.0.0.1:2',
  ],
  [
    'the first of several errors',
    new AggregateError([new Error('one'), new Error('two')], 'both'),
    'both: one',
  ],
  ['an error that is its own cause', circular, 'round and round'],
  ['two errors that are the cause of each other', egg, 'the egg: the hen'],
])('the reason why a page fails is one line, for %s', (_, thrown, line) => {
  expect(reasonOf(thrown)).toBe(line)
})
