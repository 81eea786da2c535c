// This feature adds one field to the head of a page.

declare module '../../shared/site.ts' {
  interface HeadFields {
    /** The social image: an imported picture, a path such as /team.jpg, or a URL. Without it, the build draws one. */
    readonly image?: Picture | string
  }
}

/** The part of an imported picture that a social image needs. */
interface Picture {
  readonly src: string
  readonly width: number
  readonly height: number
}

export {}
