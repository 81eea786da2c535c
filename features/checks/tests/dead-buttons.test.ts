// The build warns about buttons that do nothing without a script.
import { expect, test } from 'vitest'
import { deadButtons } from '../dead-buttons.ts'
import { elementsOf } from '../html.ts'

test.each([
  ['a button on its own', '<button class="a">x</button>', ['<button class="a">x</button>']],
  [
    'a button of type "button" in a form',
    '<form><button type="button">x</button></form>',
    ['<button type="button">x</button>'],
  ],
  ['a button after a form', '<form></form><button>x</button>', ['<button>x</button>']],
  ['a button without a text of its own', '<button><svg></svg></button>', ['<button>…</button>']],
])('%s does nothing without a script', (_, html, expected) => {
  expect(deadButtons(elementsOf(html))).toEqual(expected)
})

test.each([
  ['submits a form', '<form><button>x</button></form>'],
  ['submits a form elsewhere in the page', '<button form="f">x</button>'],
  ['opens a popover', '<button type="button" popoverTarget="menu">x</button>'],
  ['has a command', '<button type="button" commandFor="menu">x</button>'],
  ['is disabled', '<button disabled="">x</button>'],
])('a button that %s works without a script', (_, html) => {
  expect(deadButtons(elementsOf(html))).toEqual([])
})

/** A script of the site that handles one of its buttons. */
const THEME = "addEventListener('click', ({ target }) => target.closest('.theme-switch')?.animate())"

test.each([
  ['a class', THEME, '<button class="a theme-switch">x</button>'],
  ['an id', "document.getElementById('switch').onclick = f", '<button id="switch">x</button>'],
  ['an attribute', "target.closest('[data-theme-switch]')", '<button data-theme-switch="">x</button>'],
  ['a dataset property', 'if (target.dataset.themeSwitch) f()', '<button data-theme-switch="">x</button>'],
  ['any button', "target.closest('button')", '<button>x</button>'],
])('a script of the site handles the button that it selects by %s, and no other', (_, script, button) => {
  const other = '<button class="other">x</button>'
  for (const page of [`<script>${script}</script>`, '<script src="/theme.js?1"></script>']) {
    const found = deadButtons(elementsOf(page + button + other), path =>
      path === '/theme.js' ? script : undefined,
    )
    expect(found).toEqual(script.includes("'button'") ? [] : [other])
  }
})

test('a script of the engine handles no button', () => {
  const scripts =
    '<script data-page="/a.js">"button"</script><script type="speculationrules">"button"</script>'
  expect(deadButtons(elementsOf(`${scripts}<button>x</button>`))).toEqual(['<button>x</button>'])
})

test.each([
  ['of another origin handles no button', 'https://count.example.com/count.js', ['<button>x</button>']],
  ['that an endpoint sends may handle any button', '/api/script', []],
])('a script %s', (_, src, expected) => {
  expect(deadButtons(elementsOf(`<script src="${src}"></script><button>x</button>`))).toEqual(expected)
})
