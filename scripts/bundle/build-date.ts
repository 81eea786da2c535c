import { UserError } from '../../server/lib/errors.ts'

/** A build's date in UTC, such as 2026-11-23. SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/ */
export function readBuildDate({ SOURCE_DATE_EPOCH }: NodeJS.ProcessEnv, now = new Date()): string {
  const date = SOURCE_DATE_EPOCH ? new Date(Number(SOURCE_DATE_EPOCH) * 1000) : now
  if (Number.isNaN(date.getTime()))
    throw new UserError(
      `SOURCE_DATE_EPOCH is ${SOURCE_DATE_EPOCH}: write the seconds since 1970 as a number.`,
    )
  return date.toISOString().slice(0, 10)
}
