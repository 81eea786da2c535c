// The field that this feature adds to the head of a page.

declare module '../../shared/site.ts' {
  interface HeadFields {
    /** The social image: an imported one, a path such as /team.jpg, or an address. Without it, the build draws one. */
    readonly image?: Picture | string
  }
}

/** An imported picture, as far as a social image needs it. */
interface Picture {
  readonly src: string
  readonly width: number
  readonly height: number
}

export {}
