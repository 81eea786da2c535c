import { describe, expect, test } from 'vitest'
import { budgets, type Figure } from '../scripts/build/budgets.ts'
import { type Cost, costs, overBudget, requested } from '../scripts/build/costs.ts'
import { build } from './support/server.ts'

const size = (br: number) => ({ raw: 2 * br, br })
const onBudget: Cost = {
  path: '/large',
  html: size(budgets.html),
  css: size(budgets.css),
  libraries: size(budgets.libraries),
  script: size(budgets.script),
  fonts: size(budgets.fonts),
  pictures: size(budgets.pictures),
  heaviest: '/assets/team-768.avif',
  requests: budgets.requests,
  lettersOutside: [],
}
const figures = Object.keys(budgets) as Figure[]
const oneTooMany = (figure: Figure): Cost => ({
  ...onBudget,
  path: '/larger',
  [figure]: figure === 'requests' ? budgets.requests + 1 : size(budgets[figure] + 1),
})

describe('the build', () => {
  test('lets a page spend its whole budget', () => {
    expect(overBudget([onBudget])).toEqual([])
  })

  test.each(figures)(
    'names a page, by how much its %s is over the budget, and where that is changed',
    figure => {
      const [fault, ...others] = overBudget([onBudget, oneTooMany(figure)])
      const { [figure]: budget } = budgets
      const spent = `${budget + 1} ${figure === 'requests' ? '' : 'bytes of '}${figure}`
      expect(fault).toContain(`/larger: ${spent}, 1 over the budget of ${budget} in scripts/build/budgets.ts`)
      expect(others).toEqual([])
    },
  )

  test('names the heaviest picture', () => {
    expect(overBudget([onBudget, oneTooMany('pictures')])).toEqual([
      expect.stringMatching(/; the heaviest is \/assets\/team-768\.avif$/),
    ])
  })

  test('tells once what is over the budget of every page', () => {
    expect(overBudget([oneTooMany('script'), oneTooMany('script')])).toEqual([
      expect.stringMatching(/^every page: \d+ bytes of script,/),
    ])
  })
})

describe('a phone', () => {
  const srcSet = (extension: string) =>
    [480, 768, 1152, 1728].map(width => `/assets/team-${width}.${extension} ${width}w`).join(', ')
  const picture = (width: number) =>
    `<picture><source type="image/avif" srcSet="${srcSet('avif')}"/>` +
    `<img src="/assets/team-1728.jpg" srcSet="${srcSet('jpg')}" alt="" width="${width}" height="9"/></picture>`

  test.each([
    ['the width that fills its screen, in the best format', picture(1728), ['/assets/team-1152.avif']],
    ['a smaller one of a picture that is shown small', picture(150), ['/assets/team-480.avif']],
    ['a picture once that stands twice', picture(150) + picture(150), ['/assets/team-480.avif']],
    ['a picture without widths as it is', '<img src="/logo.svg" alt=""/>', ['/logo.svg']],
    ['the still of a video', '<video src="/tour.mp4" poster="/still.jpg"></video>', ['/still.jpg']],
    [
      'a picture of the style',
      '<style>a{background:url("/assets/paper.png")}</style>',
      ['/assets/paper.png'],
    ],
    ['nothing for a link to a file', '<a href="/assets/prices.pdf">Prices</a>', []],
    ['nothing of another site that counts here', '<img src="https://example.com/a.png" alt=""/>', []],
  ])('loads %s', (_, html, pictures) => {
    expect(requested(html)).toEqual({ pictures, files: [] })
  })

  test('asks for script, font and icon besides', () => {
    const html = `<link rel="icon" href="/favicon.svg"/><link rel="manifest" href="/site.webmanifest"/>
      <style>@font-face{src:url("/assets/face.woff2")}</style><script>import("/assets/site.js")</script>`
    expect(requested(html).files).toEqual(['/favicon.svg', '/assets/face.woff2', '/assets/site.js'])
  })
})

test('every page that was built keeps to its budget, with a script of its own and of its libraries', async () => {
  const pages = await costs(build)
  expect(overBudget(pages)).toEqual([])
  for (const { script, libraries } of pages) {
    expect(script.br).toBeGreaterThan(0)
    expect(libraries.br).toBeGreaterThan(script.br)
  }
})
