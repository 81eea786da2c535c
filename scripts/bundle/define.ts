import { UserError } from '../../server/errors.ts'

/** The moment of the build. SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/ */
export function buildDate({ SOURCE_DATE_EPOCH }: NodeJS.ProcessEnv, now = new Date()): Date {
  if (!SOURCE_DATE_EPOCH) return now
  const date = new Date(Number(SOURCE_DATE_EPOCH) * 1000)
  if (Number.isNaN(date.getTime()))
    throw new UserError(
      `SOURCE_DATE_EPOCH is ${SOURCE_DATE_EPOCH}: write the seconds since 1970 as a number.`,
    )
  return date
}

/** The constants of a build: the server, dist/ and the browser's script agree on them. */
export function definedFor(date: Date): Record<string, string> {
  const year = date.getUTCFullYear()
  // RFC 9116 recommends less than a year. The first of a month, so that builds of one day are equal.
  const expires = new Date(Date.UTC(year, date.getUTCMonth() + 11, 1))
  return {
    BUILD_YEAR: JSON.stringify(year),
    SECURITY_EXPIRES: JSON.stringify(expires.toISOString().replace('.000', '')),
  }
}

/** What esbuild puts into the source. Throws a UserError where SOURCE_DATE_EPOCH is no number. */
export const define = () => definedFor(buildDate(process.env))
