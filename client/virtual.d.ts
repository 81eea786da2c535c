/** What the script needs to know of the page table. Made by scripts/build/read-table.ts. */
declare module 'virtual:site' {
  export const menus: import('../shared/page-table.ts').Menus
  export const clientPaths: string[]
}
