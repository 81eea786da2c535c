import type { BundledSite, PageCheck } from '../../joints.ts'
import { asError, asWarning } from '../../scripts/lib/diagnostics.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import { hasScript, languageOf } from '../../shared/route-table.ts'
import { canonical } from './canonical.ts'
import { deadButtons } from './dead-buttons.ts'
import { type Head, headProblems } from './head-checks.ts'
import { hiddenContent } from './hidden-content.ts'
import { elementsOfPage } from './html.ts'
import { linkTargetsOf } from './link-checks.ts'
import { createCheck } from './page-checks.ts'
import { hasStuckTable } from './stuck-tables.ts'

/** Checks the HTML of each page, and what its data says of it. */
export function checkPages(site: BundledSite): PageCheck {
  const { languages } = site.table
  const check = createCheck(linkTargetsOf(site))
  const canonicals = canonical.checkPages(site)
  /** The pages that show something in vain, by what is wrong with it. */
  const inVain = new Map<string, string[]>()
  const withStuckTable: string[] = []
  /** What data says, by the path of the page. */
  const heads = new Map<string, Head>()

  return {
    async add(page) {
      const { path, route, html, dataFields } = page
      const elements = elementsOfPage(html.toString())
      await check.add(path, elements)
      const dead = hasScript(route) ? [] : deadButtons(elements)
      const problems = dead.map(
        button => `nothing answers ${button}, because the page is sent without a script.`,
      )
      const hidden = hiddenContent(elements, route?.hydrate)
      if (hidden) problems.push(hidden)
      for (const problem of new Set(problems)) inVain.getOrInsertComputed(problem, () => []).push(path)
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
        ...Array.from(inVain, ([problem, paths]) => `${namesOf(paths)}: ${problem}`),
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
