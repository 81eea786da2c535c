// The build warns about content that an inline style hides. prerender.test.tsx has the messages.
import { expect, test } from 'vitest'
import { hiddenContent } from '../hidden-content.ts'
import { elementsOf } from '../html.ts'

test.each([
  '<p style="opacity:0">x</p>',
  '<p style="transform:none;opacity: 0.0 ;">x</p>',
  '<p style="opacity:0%!important">x</p>',
  '<p style="visibility:hidden">x</p>',
  '<div style="opacity:0"><p><b>x</b></p></div>',
  '<div style="opacity:0"><img src="/a.png" alt=""></div>',
])('the content of %s is hidden', html => {
  expect(hiddenContent(elementsOf(html))).toContain(html.slice(0, html.indexOf('>') + 1))
})

test.each([
  ['is translucent', '<p style="opacity:0.5">x</p>'],
  ['is barely visible', '<p style="opacity:0.05">x</p>'],
  ['only has similar properties', '<p style="--opacity:0;fill-opacity:0">x</p>'],
  ['is empty', '<input style="opacity:0"><div style="opacity:0"> <i></i></div>'],
  ['is decoration', '<p style="opacity:0" aria-hidden="true">x</p>'],
])('an element that %s is not reported', (_, html) => {
  expect(hiddenContent(elementsOf(html))).toBeUndefined()
})

test('only the outermost hidden elements are counted', () => {
  const html = '<ul style="opacity:0"><li style="opacity:0">x</li></ul><p style="opacity:0">y</p>'
  expect(hiddenContent(elementsOf(html))).toMatch(/^the style of <ul style="opacity:0"> and of 1 more hides/)
})
