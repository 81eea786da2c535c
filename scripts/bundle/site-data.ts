// The data of the site's two folders that a build reads. read-site.ts bundles and imports this file again for each build: Node
// itself loads a module only once.

import * as companyModule from '../../shared/site/company.ts'
import type { CompanyFile } from '../../shared/site.ts'

export { company } from '../../shared/site/company.ts'
/** In this bundle these return the names of files, and load no page: plugins/page-files.ts. */
export { components } from '../../shared/site/components.ts'
export { routes } from '../../shared/site/routes.ts'

/** All exports of company.ts, including those for features. */
export const companyFile: CompanyFile = companyModule
