// What holds for every operation before any is called: one that was declared without saying who may call it is not served.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Access } from '../../core/access.ts';
import { createLog } from '../log.ts';
import { Type } from '../schema.ts';
import { csrfTokens } from './browser/csrf.ts';
import { type Operation, operation } from './operation.ts';
import { createServer, type ServerOptions, serveOperations } from './server.ts';

const options: ServerOptions = {
  db: null as never,
  log: createLog('silent'),
  publicUrl: 'https://pay.shop.example',
  trustProxy: false,
  authenticate: () => ({ kind: 'public' }),
  csrf: csrfTokens(Buffer.alloc(32), 'https://pay.shop.example'),
  idempotency: null as never,
  clock: { now: () => new Date('2026-11-21T12:00:00.000Z') },
};

function declaring(access: Access): Operation {
  return operation({
    id: 'openTill',
    method: 'GET',
    path: '/till',
    group: 'Tills',
    summary: 'Open till',
    access,
    answer: Type.Object({}),
    handle: async () => ({}),
  });
}

async function serve(access: Access): Promise<void> {
  const app = await createServer(options);
  after(() => app.close());
  serveOperations(app, [declaring(access)], options);
}

test('an operation that does not say who may call it stops the start', async () => {
  const nothingSaid: Access[] = [{}, { recentProof: true }];
  const contradictory: Access[] = [
    { public: true, recentProof: true },
    { pat: 'apps:write', recentProof: true },
  ];
  for (const access of [...nothingSaid, ...contradictory]) {
    await assert.rejects(serve(access), /^Error: The operation openTill does not say who may call it$/);
  }
});

test('an operation that says it, be it of one method only, is served', async () => {
  const methods: Access[] = [{ public: true }, { cookie: true }, { pat: 'apps:read' }, { appToken: true }];
  for (const access of [...methods, { oauth2: 'apps:read' } as const]) await serve(access);
});
