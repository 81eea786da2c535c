import type { BuildFeature, CheckedSite, Diagnostic } from '../../joints.ts'
import { asError } from '../../scripts/lib/diagnostics.ts'
import { HOST_FILES, htaccess } from './htaccess.ts'
import { headerRules, redirectRules } from './netlify.ts'

/** Files from which static hosts learn what our own server knows: headers, redirects, the page 404 of each language. */
export const staticHosts: BuildFeature = {
  problems: publicFileProblems,
  hostFiles({ table, headers, shownElsewhere }) {
    const redirects = redirectRules(table)
    return {
      _headers: headerRules(headers, shownElsewhere),
      ...(redirects && { _redirects: redirects }),
      '.htaccess': htaccess(table, headers, shownElsewhere),
      '.nojekyll': '', // Without it GitHub Pages leaves out files whose names begin with a dot or an underscore.
    }
  },
}

/** Every file of shared/site/public/ that would replace one of these. */
function publicFileProblems({ publicFiles }: CheckedSite): Diagnostic[] {
  return publicFiles
    .filter(name => HOST_FILES.includes(name))
    .map(name => asError(`shared/site/public/${name}: that is what a host reads, choose another name`))
}
