import type { Company, CompanyLink, Link, MenuLink } from '../../shared/site.ts'

// The links of company.ts, complete: one that names no language is in the company's.

const withLang = <Of extends CompanyLink>(link: Of, company: Pick<Company, 'lang'>) => ({
  lang: company.lang,
  ...link,
})

/** The links of the menus that are no pages. */
export const menuLinksOf = (company: Pick<Company, 'lang' | 'links'>): Required<MenuLink>[] =>
  (company.links ?? []).map(link => withLang(link, company))

/** The link to the members' application. */
export const membersLinkOf = (company: Pick<Company, 'lang' | 'members'>): Required<Link> | undefined =>
  company.members && withLang(company.members, company)
