import { describe, expect, test } from 'vitest'
import { budgets } from '../scripts/budgets.ts'
import { type Cost, costs, overBudget } from '../scripts/costs.ts'
import { build } from './support/server.ts'

const size = (br: number) => ({ raw: 2 * br, br })
const onBudget: Cost = {
  path: '/large',
  html: size(budgets.html),
  css: size(budgets.css),
  script: size(budgets.script),
  fonts: size(budgets.fonts),
  pictures: size(budgets.pictures),
  heaviest: '/assets/team.jpg',
  requests: budgets.requests,
}

test('a page may spend its whole budget', () => {
  expect(overBudget([onBudget])).toEqual([])
})

describe.each(['html', 'css', 'script', 'fonts', 'pictures'] as const)(
  'a page with one byte too many of %s',
  figure => {
    test('is named together with the figure', () => {
      const [fault, ...others] = overBudget([{ ...onBudget, [figure]: size(budgets[figure] + 1) }])
      expect(fault).toMatch(
        new RegExp(`^/large: ${figure} .*1 over the budget of ${budgets[figure]} in scripts/budgets.ts`),
      )
      expect(others).toEqual([])
    })
  },
)

test('a page with one request too many is named', () => {
  expect(overBudget([{ ...onBudget, requests: budgets.requests + 1 }])).toHaveLength(1)
})

test('every page that was built keeps to its budget, and asks for one script', async () => {
  const pages = await costs(build)
  expect(overBudget(pages)).toEqual([])
  for (const page of pages) expect(page.script.raw).toBeGreaterThan(0)
})
