import type { Express } from 'express'
import type { SendPage } from '../pages/data-pages.ts'

/**
 * Your own endpoints. They run after the request id, the log, the security headers and compression, and before the
 * pages: app.get('/api/status', (_req, res) => res.json({ status: 'ok' })), with `app` in place of `_app`.
 */
export function endpoints(_app: Express, _sendPage: SendPage): void {}
