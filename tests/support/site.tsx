import type { CompanyFile } from '../../shared/site.ts'
import type { SiteInLanguage } from '../../shared/site-context.ts'
import type { Language } from './engine.ts'

/** A site for tests of the layout, independent of the project's own. */
export const site: SiteInLanguage = {
  lang: 'en',
  company: {
    name: 'Firm & Co',
    tagline: 'A tagline',
    description: 'What the firm does.',
    email: 'info@firm.example',
    origin: 'https://firm.example',
    lang: 'en',
    mark: 'mark.svg',
  },
  messages: {
    skipLink: 'Skip',
    menuButton: 'Open',
    closeMenu: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected',
    navigation: { header: 'Main', mobile: 'Mobile', footer: 'Footer' },
    notFound: { label: 'Not found', description: 'No page here.', link: 'Home' },
    failed: { label: 'Failed', description: 'It went wrong.', link: 'Start again' },
  },
  Logo: () => <svg aria-hidden="true" />,
  slots: {},
}

/** The exports of its company.ts. */
export const companyFile: CompanyFile = { company: site.company, messages: site.messages }

/** A language of that site. */
export const languageWith = (parts: Partial<Language>): Language => ({
  lang: site.lang,
  isRightToLeft: false,
  homePath: '/',
  notFoundPath: '/404',
  menus: { header: [], footer: [] },
  messages: site.messages,
  company: {},
  ...parts,
})
