import type { ReactNode } from 'react'
import type { ServerPageId } from '../../shared/pages.ts'

/** What a server page knows of the request. */
export interface PageRequest {
  url: URL
  /** Aborts when the client disconnects, or after four seconds. */
  signal: AbortSignal
}

/** A component that is rendered on the server alone, and may await data. */
export type ServerPage = (request: PageRequest) => ReactNode | Promise<ReactNode>

/** The component of every row of the table with `server: true`. The compiler requires each. */
export const serverPages: Record<ServerPageId, ServerPage> = {}
