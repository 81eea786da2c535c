import { rowsWith, tableOf } from './rows.ts'

/** A page table that has paths with params. */
export const table = tableOf(
  rowsWith({
    home: { path: '/' },
    jobs: { path: '/jobs' },
    job: { path: '/jobs/:slug', loader: true },
    work: { path: '/work/:year/:slug', loader: true },
    review: { path: '/jobs/:slug/review', loader: true },
    about: { path: '/about', former: ['/us'] },
  }),
)
