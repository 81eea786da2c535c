import type { ServerFeature } from '../../joints.ts'
import { normalizeTarget, refuseMalformed } from './malformed.ts'
import { answerInTurn } from './pipelining.ts'

/** Refuses requests that Node and Express let pass, and clients that don't wait for their responses. */
export const hardening: ServerFeature = {
  httpOptions: { requireHostHeader: false }, // refuseMalformed checks it, with a response of our own.
  wrapListener: (listener, openSockets) =>
    answerInTurn((req, res) => {
      normalizeTarget(req)
      listener(req, res)
    }, openSockets),
  middleware: ({ send }) => [refuseMalformed(send)],
}
