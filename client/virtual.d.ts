// The parts of the route table that the script needs. scripts/bundle/plugins/virtual-modules.ts makes these modules.

/** The part that every page needs. */
declare module 'virtual:site' {
  export const languages: import('../shared/language.ts').Languages
  /** The build's year, as the HTML has it. */
  export const year: string
  export const hydratedPaths: readonly string[]
}

/** The part that the first navigation needs: the hydrated pages. */
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
