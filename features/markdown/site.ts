import type { ReactNode } from 'react'
import type { FrontMatterField } from '../../extension-points.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Hydrate, PageComponent } from '../../shared/site.ts'
import type { ImageFile } from '../../shared/ui/picture.tsx'
import type { Collection } from './collections.ts'
import { readList, readText } from './read-values.ts'

// A site imports these to have its own fields above its texts, and its own components around them. README.md says how.

declare module '../../shared/site.ts' {
  interface Route {
    /** The place of a page of shared/site/content/ in a collection that isn't sorted by date. */
    readonly order?: number
    /** The site's own fields with their values, for a page in shared/site/content/. */
    readonly fields?: object
  }
}

/** A field whose value is a picture next to the text's file. */
export interface PictureField extends FrontMatterField {
  isPicture: true
}

/** The fields that a site adds to its texts, by their names. */
export type SiteFields = Readonly<Record<string, FrontMatterField | PictureField>>

/** What shared/site/markdown-fields.ts exports. */
export interface TextSettings {
  fields: SiteFields
  /** The `hydrate` of a text that has none. The default is 'never'. */
  hydrate?: Hydrate
}

export const text = { isText: true, read: readText, wanted: 'words', example: 'Ada Byron' } as const
export const list = { read: readList, wanted: 'a list of words', example: '[first, second]' } as const
export const picture = {
  isPicture: true,
  read: readText,
  wanted: 'a picture next to the text',
  example: './yard.jpg',
} as const

type ValueOf<Field extends FrontMatterField> = Field extends PictureField
  ? ImageFile
  : NonNullable<ReturnType<Field['read']>>

/** A text's route, with the values of the site's own fields, as a site's component gets it. */
export type TextPage<Fields extends SiteFields> = ResolvedRoute & {
  readonly fields: { readonly [Name in keyof Fields]?: ValueOf<Fields[Name]> }
}

/** A site's components around the texts in a folder of shared/site/content/. Their props are TextProps. */
interface Layout {
  Page?: PageComponent
  /** The component around the folder's index.md. */
  Index?: PageComponent
  /** The classes for the element that contains the text. The default is r-prose-text. */
  className?: string
}

/** Layouts, by their folders' names. */
export type Layouts = Readonly<Record<string, Layout>>

/** The props for a site's component around a text. */
export interface TextProps<Fields extends SiteFields> {
  page: TextPage<Fields>
  /** The index of the page's folder, and the pages that it lists: by their `order`, or by date, the newest first. */
  collection: Collection<TextPage<Fields>> | undefined
  /** The text. */
  children: ReactNode
}
