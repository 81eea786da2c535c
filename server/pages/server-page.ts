import type { ReactNode } from 'react'
import type { ServerPageId } from '../../shared/owner.ts'
import type { pages } from '../../shared/site/pages.ts'

// The types of what stands in server/site/.

/** What a server page knows of the request. */
export interface PageRequest {
  url: URL
  /** Aborts when the client disconnects, or after four seconds. */
  signal: AbortSignal
}

/** A component that is rendered on the server alone, and may await data. */
export type ServerPage = (request: PageRequest) => ReactNode | Promise<ReactNode>

/** The id of a row of the table with `server: true`. */
export type OwnServerPageId = ServerPageId<typeof pages>

/** The component of every such row. */
export type ServerPages = Readonly<Record<OwnServerPageId, ServerPage>>
