import type { CheckedSite, FrontMatterFields } from '../../extension-points.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'

/** Fields of earlier versions, each with its replacement. As a type, the replacement shows up in the compiler's message. */
const RENAMED_FIELDS = {
  script: "`script: false` is now `hydrate: 'never'`",
  linkedData: '`linkedData` is now `jsonLd`',
  former: '`former` is now `redirectFrom`',
  drawing: 'leave `drawing` out: a drawing has the name of the page, such as shared/site/drawings/about.tsx',
} as const

declare module '../../shared/site.ts' {
  interface Route extends Readonly<Partial<typeof RENAMED_FIELDS>> {}
}

/** The renamed fields, as a route or a text in Markdown may still have them. */
export const renamedFields: FrontMatterFields = Object.fromEntries(
  Object.entries(RENAMED_FIELDS).map(([field, cure]) => [
    field,
    { read: () => undefined, problem: () => cure, wanted: '', example: '' },
  ]),
)

/** Reports each renamed field in the routes of routes.ts. */
export const renamedFieldProblems = ({ siteRoutes }: CheckedSite): string[] =>
  Object.entries(siteRoutes).flatMap(([id, route]) =>
    Object.entries(RENAMED_FIELDS).flatMap(([field, cure]) =>
      field in route ? [`${fieldInTable(id, field)}: ${cure}`] : [],
    ),
  )
