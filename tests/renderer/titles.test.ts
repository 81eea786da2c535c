// The title of a document: the page's own with the company's name, where a search result has room for both.
import { expect, test } from 'vitest'
import { titleOf } from '../../shared/titles.ts'

const company = { name: 'Firm & Co' }

test.each([
  { what: 'a page', path: '/team', own: 'Team', title: 'Team | Firm & Co' },
  {
    what: 'an error page, which has no path',
    path: undefined,
    own: 'Not found',
    title: 'Not found | Firm & Co',
  },
  { what: 'the home page', path: '/', own: 'Walls', title: 'Firm & Co: Walls' },
  {
    what: 'a page of 60 characters with the name',
    path: '/team',
    own: 'x'.repeat(48),
    title: `${'x'.repeat(48)} | Firm & Co`,
  },
  {
    what: 'a page of 61 characters with the name',
    path: '/team',
    own: 'x'.repeat(49),
    title: 'x'.repeat(49),
  },
  {
    what: 'a home page of 60 characters with the name',
    path: '/',
    own: 'x'.repeat(49),
    title: `Firm & Co: ${'x'.repeat(49)}`,
  },
  {
    what: 'a home page of 61 characters with the name',
    path: '/',
    own: 'x'.repeat(50),
    title: 'x'.repeat(50),
  },
])('the title of $what is $title', ({ path, own, title }) => {
  expect(titleOf(company, own, path)).toBe(title)
})
