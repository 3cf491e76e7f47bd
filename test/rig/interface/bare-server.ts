// Server options that need no database, user or log.

import { csrfTokens } from '../../../src/io/http/browser/csrf.ts';
import type { ServerOptions } from '../../../src/io/http/server.ts';
import { createLog } from '../../../src/io/log.ts';

export const bareServer: ServerOptions = {
  db: null as never,
  log: createLog('silent'),
  publicUrl: 'https://pay.shop.example',
  trustProxy: false,
  authenticate: () => ({ kind: 'public' }),
  csrf: csrfTokens(Buffer.alloc(32), 'https://pay.shop.example'),
  idempotency: null as never,
  clock: { now: () => new Date('2026-11-21T12:00:00.000Z') },
};
