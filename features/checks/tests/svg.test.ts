// SVG files that no browser would show.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { svgProblems } from '../svg.ts'

test('an SVG whose root lacks xmlns is rejected by name, wherever the site has it', () => {
  const inner = '<svg x="1"/>'
  const files = {
    'mark.svg': `<svg aria-label="a > b" xmlns="http://www.w3.org/2000/svg">${inner}</svg>`,
    'pages/dot.svg': '<!-- <svg xmlns=""> --><svg viewBox="0 0 30 20"/>',
    'pages/icon.tsx': '<svg viewBox="0 0 9 9"/>',
    'public/logo.SVG': `<svg viewBox="0 0 9 9">${inner}</svg>`,
    'public/empty.svg': '',
  }
  const project = mkdtempSync(join(tmpdir(), 'svg-test-'))
  for (const [name, text] of Object.entries(files)) {
    const file = join(project, 'shared/site', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const cure =
    'no browser shows an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg" at its start'
  expect(svgProblems(project)).toEqual([
    `shared/site/pages/dot.svg: ${cure}`,
    `shared/site/public/logo.SVG: ${cure}`,
  ])
})
