import { addressProblem, headFieldChecks } from '../../scripts/lib/head-field.ts'

/** Checks that a `canonical` that is a path of this site leads to a page. */
export const canonical = headFieldChecks(
  'canonical',
  (fields, { isPage }) =>
    fields.canonical && addressProblem(fields.canonical, isPage, 'there is no such page'),
)
