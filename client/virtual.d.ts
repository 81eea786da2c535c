/** What the build tells the browser of the table: scripts/build/read-table.ts makes it. */
declare module 'virtual:site' {
  /** The menus of the layout: they name pages of the server, too. */
  export const menus: import('../shared/page-table.ts').Menus
  /** The paths of the pages that the browser can render. */
  export const clientPaths: string[]
}
