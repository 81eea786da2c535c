// What the build rejects: a social image that doesn't exist, and pages or files in the folder of the generated ones.
import { expect, test } from 'vitest'
import { fileProblems, tableProblems } from '../../../scripts/bundle/route-errors.ts'
import { fieldInTable } from '../../../scripts/lib/field-places.ts'
import { problemsOf, siteToCheck } from '../../../tests/support/checked-site.ts'
import { routesWith, routeWith, tableOf } from '../../../tests/support/routes.ts'
import { socialImages } from '../build.ts'

const isFile = (path: string) => ['/team.jpg', '/my team.jpg', '/mark.svg'].includes(path)
/** The problems of a page with this image. */
const problemsWith = (image: string | undefined) =>
  problemsOf(socialImages, tableOf([routeWith('page', '/page', image ? { image } : {})]), { isFile })

test.each([
  { image: '/yard.jpg', problem: 'is /yard.jpg: there is no such file in shared/site/public/' },
  {
    image: 'team.jpg',
    problem: 'is team.jpg: write a path such as /about, or an address with https://',
  },
  { image: '/mark.svg', problem: "is /mark.svg: a social image can't be an SVG: use a PNG or a JPEG" },
  { image: '/about', problem: 'is /about: there is no such file in shared/site/public/' },
])('an image is rejected if it $problem', ({ image, problem }) => {
  expect(problemsWith(image)).toEqual([`routes.page.image ${problem}`])
})

test.each(['/my%20team.jpg', 'https://cdn.example/a.jpg', undefined])('the image %s is accepted', image => {
  expect(problemsWith(image)).toEqual([])
})

test('a missing image that a loader sets is a warning with the path of the page', async () => {
  const check = socialImages.checkPages?.(siteToCheck(tableOf([]), { isFile }))
  const dataFields = { heading: 'Mason', description: 'A job', image: '/mason.jpg' }
  await check?.add({
    path: '/jobs/mason',
    route: undefined,
    html: Buffer.alloc(0),
    dataFields,
    otherFiles: [],
  })
  expect(check?.diagnostics()).toEqual([
    {
      severity: 'warning',
      message: '/jobs/mason: the image is /mason.jpg: there is no such file in shared/site/public/',
    },
  ])
})

test('a page and a file in the folder of the generated images are rejected', () => {
  const table = tableOf(routesWith({ home: { path: '/' }, team: { path: '/og/team' } }))
  expect([
    ...fileProblems(['og/home.png', 'og.png'], [socialImages]),
    ...tableProblems(table, [], undefined, fieldInTable, [socialImages]),
  ]).toEqual([
    "shared/site/public/og/home.png: that's a folder of the build, so choose another name",
    "routes.team.path is /og/team: that's a folder of the build, so choose another path",
  ])
})

test.each([
  { written: ' /team.jpg ', read: '/team.jpg' },
  { written: ' ', read: undefined },
  { written: ['/team.jpg'], read: undefined },
])('the front matter of a text may set an image: $written', ({ written, read }) => {
  expect(socialImages.frontMatterFields?.image?.read(written)).toBe(read)
})
