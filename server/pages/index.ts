import type { ReactNode } from 'react'
import type { ServerPageId } from '../../shared/pages.ts'

/** What a page of the server knows of the request. */
export interface PageRequest {
  url: URL
  /** Aborts when the visitor has left, or after the renderer's time-out. */
  signal: AbortSignal
}

/** A component that is rendered on the server alone, and may await data. */
export type ServerPage = (request: PageRequest) => ReactNode | Promise<ReactNode>

/** The component of every row of the table with `server: true`. A forgotten one does not compile. */
export const serverPages: Record<ServerPageId, ServerPage> = {}
