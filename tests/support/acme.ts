import { company } from '../../shared/site/company.ts'

/** Whether the own site is the one that this project ships with. A company's pages may have other names, lengths or typefaces. */
export const isAcme = company.name === 'Acme Software' && company.origin === 'https://www.example.com'
