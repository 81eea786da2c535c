import type { BuildFeature, CheckedSite, Diagnostic } from '../../extension-points.ts'
import { asError } from '../../scripts/lib/diagnostics.ts'
import { HOST_FILES } from './hosts.ts'
import { htaccess } from './htaccess.ts'
import { headerRules, redirectRules } from './netlify.ts'

/** Writes files for static hosts, with headers, redirects and each language's 404 page, as our own server sends them. */
export const staticHosts: BuildFeature = {
  problems: publicFileProblems,
  hostFiles({ table, headers, embeddable }) {
    const redirects = redirectRules(table)
    return {
      _headers: headerRules(headers, embeddable),
      ...(redirects && { _redirects: redirects }),
      '.htaccess': htaccess(table, headers, embeddable),
      '.nojekyll': '', // Without this file, GitHub Pages leaves out files whose names begin with a dot or an underscore.
    }
  },
}

/** Reports each file of shared/site/public/ that would replace a host file. */
function publicFileProblems({ publicFiles }: CheckedSite): Diagnostic[] {
  return publicFiles
    .filter(name => HOST_FILES.includes(name))
    .map(name =>
      asError(
        `shared/site/public/${name}: static hosts read a file of this name, and npm run prerender writes it: choose another name`,
      ),
    )
}
