import type { BundledSite, PageCheck } from '../../joints.ts'
import { asError, asWarning } from '../../scripts/lib/diagnostics.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import { hasScript, languageOf } from '../../shared/route-table.ts'
import { canonical } from './canonical.ts'
import { deadButtons } from './dead-buttons.ts'
import { type Head, headProblems } from './head-checks.ts'
import { elementsOfPage } from './html.ts'
import { linkTargetsOf } from './link-checks.ts'
import { createCheck } from './page-checks.ts'
import { hasStuckTable } from './stuck-tables.ts'

/** Checks the HTML of each page, and what its data says of it. */
export function checkPages(site: BundledSite): PageCheck {
  const { languages } = site.table
  const check = createCheck(linkTargetsOf(site))
  const canonicals = canonical.checkPages(site)
  /** The pages with a button that nothing answers, by that. */
  const withDeadButton = new Map<string, string[]>()
  const withStuckTable: string[] = []
  /** What data says, by the path of the page. */
  const heads = new Map<string, Head>()

  return {
    async add(page) {
      const { path, route, html, dataFields } = page
      const elements = elementsOfPage(html.toString())
      await check.add(path, elements)
      if (!hasScript(route))
        for (const button of new Set(deadButtons(elements)))
          withDeadButton.getOrInsertComputed(button, () => []).push(path)
      canonicals.add(page)
      if (hasStuckTable(elements)) withStuckTable.push(path)
      if (route && dataFields)
        heads.set(path, {
          title: dataFields.heading,
          description: dataFields.description,
          homePath: languageOf(route, languages).homePath,
        })
    },
    diagnostics: () => [
      ...[
        ...Array.from(
          withDeadButton,
          ([button, paths]) =>
            `${namesOf(paths)}: nothing answers ${button}, because the page is sent without a script.`,
        ),
        ...(withStuckTable.length > 0
          ? [
              `${namesOf(withStuckTable)}: a <table> in the text can't be scrolled by keyboard: write <ProseTable> of shared/ui/prose-table.tsx for it.`,
            ]
          : []),
        ...headProblems(heads),
      ].map(asWarning),
      ...canonicals.diagnostics(),
      ...check.problems().map(asError),
    ],
  }
}
