import type { BuildFeature } from '../../extension-points.ts'
import { asError, asUnfinished } from '../../scripts/lib/diagnostics.ts'
import { isLanguage } from '../../scripts/lib/language-tag.ts'
import { completeLanguage } from './complete-language.ts'
import { completeRoutes } from './complete-route.ts'
import { reportTranslations } from './missing-translations.ts'
import { routeProblems, translationProblems } from './problems.ts'
import './site.ts'

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const asLanguage = (value: unknown) => (typeof value === 'string' && isLanguage(value) ? value : undefined)

/** Gives each language its home page, menus and messages, and pairs pages that translate each other. Runs only in the build. */
export const languages: BuildFeature = {
  frontMatterFields: {
    home: { read: asLanguage, wanted: 'the language whose home page this is', example: 'en' },
    translates: {
      read: asText,
      wanted: 'the page that this one translates',
      example: 'about',
    },
  },
  completeRoutes,
  completeLanguage,
  problems: site => [...routeProblems(site).map(asError), ...translationProblems(site).map(asUnfinished)],
  checkPages: site => (site.dist === undefined ? undefined : reportTranslations(site)),
}
