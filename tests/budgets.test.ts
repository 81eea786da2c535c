import { describe, expect, test } from 'vitest'
import { budgets, type Figure } from '../scripts/check/budgets.ts'
import { type Cost, costs, filesOf, overBudget, picturesOf } from '../scripts/write/costs.ts'
import { build } from './support/server.ts'

const size = (br: number) => ({ raw: 2 * br, br })
const onBudget: Cost = {
  path: '/large',
  isContent: false,
  html: size(budgets.html),
  css: size(budgets.css),
  common: size(budgets.common),
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
      const [problem, ...others] = overBudget([onBudget, oneTooMany(figure)])
      const { [figure]: budget } = budgets
      const spent = `${budget + 1} ${figure === 'requests' ? '' : 'bytes of '}${figure}`
      expect(problem).toContain(
        `/larger: ${spent}, 1 over the budget of ${budget} in scripts/check/budgets.ts`,
      )
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
    ['nothing that only words name', '<p>Robots read (/robots.txt), and not "/logo.png".</p>', []],
    ['nothing for a link to a file', '<a href="/assets/prices.pdf">Prices</a>', []],
    ['nothing of another site that counts here', '<img src="https://example.com/a.png" alt=""/>', []],
  ])('loads %s', (_, html, pictures) => {
    expect([...new Set(picturesOf(html))]).toEqual(pictures)
  })

  test('loads the files that the style names', () => {
    const style = '@font-face{src:url("/assets/face.woff2")}a{background:url(/assets/paper.png)}'
    expect(filesOf(style)).toEqual(['/assets/face.woff2', '/assets/paper.png'])
  })
})

test('every page that was built keeps to its budget, with the script that all pages need and its own', async () => {
  const pages = await costs(build)
  expect(overBudget(pages)).toEqual([])
  for (const { script, common } of pages) {
    expect(script.br).toBeGreaterThan(0)
    expect(common.br).toBeGreaterThan(script.br)
  }
})
