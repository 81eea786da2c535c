// The data of the site's two folders that a build reads. read-site.ts bundles and imports this file anew for each build:
// Node itself would load an edited module once only.

import * as companyModule from '../../shared/site/company.ts'
import type { CompanyFile } from '../../shared/site.ts'

export { company, messages } from '../../shared/site/company.ts'
/** Here these give the names of files, and load no page: plugins/page-files.ts. */
export { components } from '../../shared/site/components.ts'
export { routes } from '../../shared/site/routes.ts'

/** With what features know of it. */
export const companyFile: CompanyFile = companyModule
