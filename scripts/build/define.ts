/** The moment of the build. SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/ */
export function buildDate({ SOURCE_DATE_EPOCH }: NodeJS.ProcessEnv, now = new Date()): Date {
  const date = SOURCE_DATE_EPOCH ? new Date(Number(SOURCE_DATE_EPOCH) * 1000) : now
  if (Number.isNaN(date.getTime()))
    throw new Error(`SOURCE_DATE_EPOCH is ${SOURCE_DATE_EPOCH}: write the seconds since 1970 as a number.`)
  return date
}

/** The constants of a build: the server, dist/ and the browser's script agree on them. */
export function definedFor(date: Date): Record<string, string> {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  // RFC 9116 recommends less than a year. The first of a month, so that builds of one day are equal.
  const expires = new Date(Date.UTC(year, month + 11, 1))
  return {
    BUILD_YEAR: JSON.stringify(year),
    SECURITY_EXPIRES: JSON.stringify(expires.toISOString().replace('.000', '')),
  }
}

/** What esbuild and vitest put into the source. */
export const define = definedFor(buildDate(process.env))
