import type { Express } from 'express'

/**
 * Your own endpoints: app.get('/api/status', (_req, res) => res.json({ status: 'ok' })), with `app` in place of `_app`.
 * They don't receive GET and HEAD requests for files, or for pages without a loader: code that must see those, such as a
 * password, belongs in middleware.ts. Request ids, logging, security headers and compression are taken care of.
 */
export function endpoints(_app: Express): void {}
