import { describe, expect, test } from 'vitest'
import { tableProblems } from '../scripts/check/table-checks.ts'
import { company } from '../shared/company.ts'
import { rowsOf } from '../shared/page-table.ts'
import type { Page } from '../shared/pages.ts'
import { rows } from './support/table.ts'

const page = { title: '', description: '', label: '', menus: {}, type: 'WebPage' } as const
const home = { ...page, path: '/' } as const

describe('the build says of a path what to write instead:', () => {
  const problemsOf = (rows: Record<string, Partial<Page>>) =>
    tableProblems(
      rowsOf({
        home,
        ...Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...home, ...row }])),
      }),
      ['favicon.ico', 'brochure.html'],
      '/members',
    )

  test.each([
    ['in capitals', '/Team', 'write /team'],
    ['with a slash at its end', '/team/', 'write /team'],
    ['with two slashes', '/team//web', 'write /team/web'],
    ['with a letter that browsers escape', '/über', 'write each part with a to z, 0 to 9 and hyphens'],
    ['with a space', '/our team', 'write each part with a to z, 0 to 9 and hyphens'],
    ['with an extension', '/robots.txt', 'write each part with a to z, 0 to 9 and hyphens'],
    ['with a malformed escape', '/100%', 'write each part with a to z, 0 to 9 and hyphens'],
    ['of a probe', '/healthz', 'that is a probe of the server, choose another path'],
    ['of the assets', '/assets/team', 'that is a folder of the build, choose another path'],
    ['of the link previews', '/og', 'that is a folder of the build, choose another path'],
    ['of the not-found page', '/404', 'that is the not-found page, choose another path'],
    ['of a folder', '/team/index', 'that is what hosts serve for a folder, choose another path'],
    ["of the members' application", '/members', 'that is company.members.path, choose another path'],
    ['of a public file', '/brochure', 'that is the file brochure.html, choose another path'],
    ['of another page', '/', 'that is pages.home.path, choose another path'],
  ] as const)('%s', (_, path, cure) => {
    expect(problemsOf({ team: { path } })).toEqual([`pages.team.path is ${path}: ${cure}`])
  })

  test('without a slash at its start', () => {
    // @ts-expect-error: The compiler knows it, too.
    expect(problemsOf({ team: { path: 'team' } })).toEqual(['pages.team.path is team: write /team'])
  })

  test('that a page no longer has', () => {
    const former = ['/Old', '/', '/team', '/favicon.ico', '/old.html', '/old.html', '/about-us.php'] as const
    // @ts-expect-error: The compiler knows about /Old, too.
    expect(problemsOf({ team: { path: '/team', former } })).toEqual([
      'pages.team.former[0] is /Old: write /old',
      'pages.team.former[1] is /: write each part with a to z, 0 to 9 and hyphens',
      'pages.team.former[2] is /team: that is pages.team.path, choose another path',
      'pages.team.former[3] is /favicon.ico: that is the file favicon.ico, choose another path',
      'pages.team.former[5] is /old.html: that is pages.team.former[4], choose another path',
    ])
  })

  test('and nothing of the paths of this site', () => {
    expect(tableProblems(rows, [], company.members?.path)).toEqual([])
  })
})
