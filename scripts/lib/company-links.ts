import type { Company, CompanyLink, Link, MenuLink } from '../../shared/site.ts'

// Completes the links of company.ts: one without a language is in the company's.

const withLang = <Of extends CompanyLink>(link: Of, company: Pick<Company, 'lang'>) => ({
  lang: company.lang,
  ...link,
})

/** The menus' links that aren't pages. */
export const menuLinksOf = (company: Pick<Company, 'lang' | 'links'>): Required<MenuLink>[] =>
  (company.links ?? []).map(link => withLang(link, company))

/** The link to the members' application. */
export const membersLinkOf = (company: Pick<Company, 'lang' | 'members'>): Required<Link> | undefined =>
  company.members && withLang(company.members, company)
