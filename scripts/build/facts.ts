// What follows from the company's facts and the page table. read-table.ts bundles and imports it anew for each build:
// Node itself would load an edited module once only.
export { siteFiles } from '../../server/site-files.ts'
export { company, isRightToLeft } from '../../shared/company.ts'
export { rowsOf } from '../../shared/page-table.ts'
export { pages } from '../../shared/pages.ts'
