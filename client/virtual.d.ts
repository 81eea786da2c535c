/** What the script needs to know of the page table. Made by scripts/bundle/plugins/page-table-module.ts. */
declare module 'virtual:page-table' {
  export const menus: import('../shared/owner.ts').Menus
  export const homes: readonly import('../shared/page-table.ts').Home[]
  /** The year of the build, as the HTML has it. */
  export const year: string
  export const clientPaths: readonly string[]
  /** The languages of this site that are written from right to left: not every browser knows. */
  export const rightToLeft: readonly string[]
}

/** Only some browsers have it: https://developer.mozilla.org/docs/Web/API/NetworkInformation/saveData */
interface Navigator {
  readonly connection?: { readonly saveData: boolean }
}
