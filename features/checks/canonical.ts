import { addressProblem, headFieldChecks } from '../../scripts/lib/head-field.ts'

/** The page that search engines list in place of another one exists. */
export const canonical = headFieldChecks(
  'canonical',
  (fields, { isPage }) =>
    fields.canonical && addressProblem(fields.canonical, isPage, 'there is no such page'),
)
