/** What the script needs to know of the page table. Made by scripts/build/read-table.ts. */
declare module 'virtual:site' {
  /** The menus of the layout, with links to client pages and server pages. */
  export const menus: import('../shared/page-table.ts').Menus
  export const clientPaths: string[]
}
