/** In which year the build runs. SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/ */
export function buildYear({ SOURCE_DATE_EPOCH }: NodeJS.ProcessEnv, now = new Date()): number {
  const date = SOURCE_DATE_EPOCH ? new Date(Number(SOURCE_DATE_EPOCH) * 1000) : now
  const year = date.getUTCFullYear()
  if (Number.isNaN(year))
    throw new Error(`SOURCE_DATE_EPOCH is ${SOURCE_DATE_EPOCH}: write the seconds since 1970 as a number.`)
  return year
}

/** What esbuild and vitest put into the source, so that the server, dist/ and the browser's script agree. */
export const define = { BUILD_YEAR: JSON.stringify(buildYear(process.env)) }
