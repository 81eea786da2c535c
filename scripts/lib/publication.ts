// When a page that is not published will be: a day, such as 2026-11-21, or "draft", which as a text is after every day.

const DRAFT = 'draft'

/** When a page of shared/site/content/ will be published. Undefined where it is, on the day of the build. */
export function unpublishedUntil(
  isDraft: boolean,
  date: string | undefined,
  today: string,
): string | undefined {
  if (isDraft) return DRAFT
  return date !== undefined && date > today ? date : undefined
}

/** Why a page cannot name one that is published later than itself. Of one that is published, pass undefined. */
export function notPublished(until: string | undefined, from = ''): string | undefined {
  if (until === undefined || until <= from) return undefined
  return until === DRAFT ? 'that page is a draft' : `that page is not published before ${until}`
}
