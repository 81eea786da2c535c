import type { ServerFeature } from '../../extension-points.ts'
import { normalizeTarget, refuseMalformed } from './malformed.ts'
import { handleInTurn } from './pipelining.ts'

/** Refuses malformed requests that Node and Express accept, and clients that send many requests without waiting for responses. */
export const hardening: ServerFeature = {
  httpOptions: { requireHostHeader: false }, // refuseMalformed checks the header, and sends our own response.
  wrapListener: (listener, openSockets) =>
    handleInTurn((req, res) => {
      normalizeTarget(req)
      listener(req, res)
    }, openSockets),
  middleware: ({ send }) => [refuseMalformed(send)],
}
