// Buttons that do nothing without a script, of which the build warns.
import { expect, test } from 'vitest'
import { deadButtons } from '../dead-buttons.ts'
import { elementsOf } from '../html.ts'

test.each([
  ['a button alone', '<button class="a">x</button>', ['<button class="a">']],
  [
    'a button of a form that only a script answers',
    '<form><button type="button">x</button></form>',
    ['<button type="button">'],
  ],
  [
    'a button that names a form and sends none',
    '<button form="f" type="button">x</button>',
    ['<button form="f" type="button">'],
  ],
  ['a button after a form', '<form></form><button>x</button>', ['<button>']],
])('nothing answers %s without a script', (_, html, expected) => {
  expect(deadButtons(elementsOf(html))).toEqual(expected)
})

test.each([
  ['sends a form', '<form><button>x</button></form>'],
  ['sends a form elsewhere in the page', '<button form="f">x</button>'],
  ['opens a popover', '<button type="button" popoverTarget="menu">x</button>'],
  ['has a command', '<button type="button" commandFor="menu">x</button>'],
  ['is disabled', '<button disabled="">x</button>'],
])('a button that %s is answered by the browser', (_, html) => {
  expect(deadButtons(elementsOf(html))).toEqual([])
})

test.each([
  { src: '/theme.js', expected: [] },
  { src: 'https://count.example.com/count.js', expected: ['<button>'] },
])('a script of the site itself may answer any button, and none of a service: $src', ({ src, expected }) => {
  expect(deadButtons(elementsOf(`<script src="${src}"></script><button>x</button>`))).toEqual(expected)
})
