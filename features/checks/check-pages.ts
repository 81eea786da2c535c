import type { BundledSite, PageCheck } from '../../extension-points.ts'
import { asError, asWarning } from '../../scripts/lib/diagnostics.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import { languageOf } from '../../shared/language.ts'
import { hasScript } from '../../shared/route-table.ts'
import { canonical } from './canonical.ts'
import { deadButtons } from './dead-buttons.ts'
import { createDocumentCheck } from './document-checks.ts'
import { type Head, headProblems } from './head-checks.ts'
import { hiddenContent } from './hidden-content.ts'
import { elementsOfPage } from './html.ts'
import { siteLinksOf } from './link-checks.ts'
import { hasStuckTable } from './stuck-tables.ts'

/** Checks the HTML of each page, and the title, description and canonical that come from its data. */
export function checkPages(site: BundledSite): PageCheck {
  const { languages } = site.table
  const check = createDocumentCheck(siteLinksOf(site))
  const canonicals = canonical.checkPages(site)
  /** Pages with a button that does nothing, or with hidden content, by the message. */
  const deadOrHidden = new Map<string, string[]>()
  const withStuckTable: string[] = []
  /** Titles and descriptions that come from data, by the page's path. */
  const heads = new Map<string, Head>()

  return {
    async add(page) {
      const { path, route, html, dataFields } = page
      const elements = elementsOfPage(html.toString())
      await check.add(page, elements)
      const dead = hasScript(route) ? [] : deadButtons(elements)
      const problems = dead.map(
        button =>
          `a click on ${button} does nothing, because the page is sent without a script: write hydrate: 'idle'`,
      )
      const hidden = hiddenContent(elements, route?.hydrate)
      if (hidden) problems.push(hidden)
      for (const problem of new Set(problems)) deadOrHidden.getOrInsertComputed(problem, () => []).push(path)
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
        ...Array.from(deadOrHidden, ([problem, paths]) => `${namesOf(paths)}: ${problem}`),
        ...(withStuckTable.length > 0
          ? [
              `${namesOf(withStuckTable)}: a <table> in the text can't be scrolled by keyboard: use <ProseTable> of shared/ui/prose-table.tsx instead.`,
            ]
          : []),
        ...headProblems(heads),
      ].map(asWarning),
      ...canonicals.diagnostics(),
      ...check.problems().map(asError),
    ],
  }
}
