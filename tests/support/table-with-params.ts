import { routesWith, tableOf } from './routes.ts'

/** A route table that has paths with params. */
export const table = tableOf(
  routesWith({
    home: { path: '/' },
    jobs: { path: '/jobs' },
    job: { path: '/jobs/:slug', loader: true },
    work: { path: '/work/:year/:slug', loader: true },
    review: { path: '/jobs/:slug/review', loader: true },
    about: { path: '/about', redirectFrom: ['/us'] },
  }),
)
