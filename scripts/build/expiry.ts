const DAY = 86_400_000

/** In days before security.txt expires. */
const NOTICE = 60

/** A warning from two months before security.txt expires. It stops no build: a fix must go out on any day. */
export function expiryWarning(expires: string, now: Date): string | undefined {
  const days = Math.floor((Date.parse(expires) - now.getTime()) / DAY)
  if (days >= NOTICE) return
  const state = days >= 0 ? `expires in ${days} days` : `has expired: ${expires} is not a day to come`
  return `WARNING: /.well-known/security.txt ${state}. Write a date within the next year as securityExpires in shared/site.ts.`
}
