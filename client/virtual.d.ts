// What the script needs to know of the route table. Made by scripts/bundle/plugins/virtual-modules.ts.

/** What every page needs. */
declare module 'virtual:site' {
  export const languages: import('../shared/route-table.ts').Languages
  /** The year of the build, as the HTML has it. */
  export const year: string
  export const hydratedPaths: readonly string[]
}

/** What the first navigation needs: the pages that have a script. */
declare module 'virtual:pages' {
  export const routes: readonly import('../shared/page-head.ts').ClientRoute[]
}

/** Only some browsers have it: https://developer.mozilla.org/docs/Web/API/NetworkInformation */
interface Navigator {
  readonly connection?: { readonly saveData: boolean; readonly effectiveType?: string }
}

/** Only some browsers have it: https://developer.mozilla.org/docs/Web/API/Document/prerendering */
interface Document {
  readonly prerendering?: boolean
}
