// The operations of webhooks and events of one app, served in this process, with a worker and a receiver.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/core/access.ts';
import { deliverDue } from '../../../src/features/events/deliveries/deliver-due.ts';
import { eventRoutes } from '../../../src/features/events/events/routes.ts';
import { webhookRoutes } from '../../../src/features/events/webhooks/routes.ts';
import { idempotencyStore } from '../../../src/features/known/requests/idempotency.ts';
import { csrfTokens } from '../../../src/io/http/browser/csrf.ts';
import { createServer, serveOperations } from '../../../src/io/http/server.ts';
import { startReceiver } from '../receiver.ts';
import { startWebhookInstance } from './webhook-instance.ts';

const stranger: Caller = { kind: 'app_token', appId: randomUUID(), ownerId: randomUUID() };
const token = { kind: 'pat', userId: randomUUID(), tokenId: randomUUID(), scopes: ['webhooks:read'] } as const;
const reader: Caller = { ...token, appIds: null, hasAddressRanges: false };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface CallTerms {
  /** A token that may only read webhooks, or one of another owner; the app's own by default. */
  readonly as?: 'app' | 'reader' | 'stranger';
  /** The idempotency key. */
  readonly key?: string;
}

export async function startWebhookApi() {
  const rig = await startWebhookInstance();
  const receiver = await startReceiver();
  const { instance } = rig;
  const app: Caller = { kind: 'app_token', appId: rig.appId, ownerId: randomUUID() };
  const callers: Record<string, Caller> = { stranger, reader, app };
  const options = {
    db: instance.db,
    log: instance.log,
    publicUrl: instance.publicUrl,
    trustProxy: false,
    authenticate: (headers: { authorization?: string | undefined }) =>
      callers[headers.authorization as string] ?? ({ kind: 'public' } as const),
    idempotency: idempotencyStore(instance),
    csrf: csrfTokens(Buffer.alloc(32), instance.publicUrl),
    clock: instance.clock,
  };
  const server = await createServer(options);
  serveOperations(server, [...webhookRoutes(instance), ...eventRoutes(instance)], options);
  const worker = await deliverDue(instance, { schedule: [], sweepMillis: 50 });

  async function call(method: Method, path: string, body?: object, { as = 'app', key }: CallTerms = {}) {
    const url = `/api${path}${path.includes('?') ? '&' : '?'}v=1`;
    const headers = { authorization: as, ...(key ? { 'idempotency-key': key } : {}) };
    const response = await server.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  }

  return {
    rig,
    receiver,
    instance,
    server,
    stranger,
    call,
    /** Adds a webhook for the receiver. */
    async add(fields: object = {}) {
      const { status, body } = await call('POST', '/webhook', { url: receiver.url, ...fields });
      assert.equal(status, 201);
      return body;
    },
    /** The ids at that path and on all further pages of the Link header, and the last page's path. */
    async follow(path: string): Promise<{ ids: string[]; next: string }> {
      const ids: string[] = [];
      let at = path;
      for (let pages = 0; pages < 1_000; pages += 1) {
        const { body, headers } = await call('GET', at);
        ids.push(...body.map((event: { id: string }) => event.id));
        const link = /<([^>]+)>; rel="next"/.exec((headers.link as string | undefined) ?? '')?.[1];
        if (link === undefined) return { ids, next: at };
        at = link.replace(`${instance.publicUrl}/api`, '').replaceAll('&v=1', '');
      }
      throw new Error(`A thousand pages after ${path} there is still another`);
    },
    async close() {
      await worker.stop(500);
      await Promise.all([server.close(), receiver.close()]);
      await rig.close();
    },
  };
}
