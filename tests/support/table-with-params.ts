import { routesWith, tableOf } from './routes.ts'

/** A route table with params in its paths. */
export const table = tableOf(
  routesWith({
    home: { path: '/' },
    jobs: { path: '/jobs' },
    job: { path: '/jobs/:slug' },
    work: { path: '/work/:year/:slug' },
    review: { path: '/jobs/:slug/review' },
    about: { path: '/about' },
  }),
)
