import type { RouteTable } from '../../shared/route-table.ts'

/** The files that static hosts read, but don't send. */
export const HOST_FILES: readonly string[] = ['_headers', '_redirects', '.htaccess', '.nojekyll']

/** The folders of dist/ that have a 404.html of their own, as paths of home pages such as /en. */
export const notFoundFolders = ({ languagesWithHome: [, ...others] }: RouteTable): string[] =>
  others.map(({ homePath }) => homePath)
