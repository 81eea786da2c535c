// What the build refuses: a picture that a head names and nobody finds, and anything else in the folder of the drawn ones.
import { expect, test } from 'vitest'
import { fieldInTable, fileProblems, tableProblems } from '../../../scripts/problems/route-checks.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { socialImages } from '../build.ts'

const targets = {
  isPage: (path: string) => path === '/about',
  isFile: (path: string) => ['/team.jpg', '/my team.jpg', '/mark.svg'].includes(path),
}

test.each([
  { image: '/yard.jpg', problem: 'is /yard.jpg: there is no such file in shared/site/public/' },
  {
    image: 'team.jpg',
    problem: 'is team.jpg: write a path such as /about, or an address with https://',
  },
  { image: '/mark.svg', problem: 'is /mark.svg: link previews cannot show an SVG: use a PNG or a JPEG' },
  { image: '/about', problem: 'is /about: there is no such file in shared/site/public/' },
])('an image that $problem', ({ image, problem }) => {
  expect(socialImages.headProblems?.({ image }, targets)).toEqual([{ field: 'image', problem }])
})

test.each(['/my%20team.jpg', 'https://cdn.example/a.jpg', undefined])('the image %s is taken', image => {
  expect(socialImages.headProblems?.({ ...(image && { image }) }, targets)).toEqual([])
})

test('a page and a file in the folder of the drawn pictures are refused', () => {
  const table = tableOf(routesWith({ home: { path: '/' }, team: { path: '/og/team' } }))
  expect([
    ...fileProblems(['og/home.png', 'og.png'], [socialImages]),
    ...tableProblems(table, [], undefined, fieldInTable, [socialImages]),
  ]).toEqual([
    'shared/site/public/og/home.png: that is a folder of the build, choose another name',
    'routes.team.path is /og/team: that is a folder of the build, choose another path',
  ])
})

test.each([
  { written: ' /team.jpg ', read: '/team.jpg' },
  { written: ' ', read: undefined },
  { written: ['/team.jpg'], read: undefined },
])('a text may name an image: $written', ({ written, read }) => {
  expect(socialImages.textFields?.image?.read(written)).toBe(read)
})
