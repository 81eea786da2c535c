import type { Express } from 'express'

/**
 * Your own endpoints: app.get('/api/status', (_req, res) => res.json({ status: 'ok' })), with `app` in place of `_app`.
 * They see what is left: not a GET or HEAD of a file, or of a page without a loader. What is to see these, too, such as a
 * password, is in middleware.ts. What they see has its request id, the log, the security headers and compression already.
 */
export function endpoints(_app: Express): void {}
