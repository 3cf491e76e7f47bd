// Cases of ordinary calls: invoices, lists, idempotency keys and refusals of the service.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ok } from '../../../test/rig/client.ts';
import type { Case } from '../case.ts';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const callCases: readonly Case[] = [
  {
    id: 'create',
    rule: 'An invoice is created and read again, with its nested fields and text outside of ASCII',
    async run(stage) {
      const order = {
        reference: 'Bestellung-1042',
        description: 'Zwei Tüten Kaffee ☕',
        items: [{ name: 'Kaffee', quantity: 2, price: '12.50' }],
      };
      const made = await stage.create({ total: '25.00', currency: 'USD', order, metadata: { table: '7' } });
      const read = await stage.ask({ call: 'get_invoice', id: made.id });
      for (const invoice of [made, read]) {
        assert.deepEqual([invoice.id, invoice.status, invoice.total], [made.id, 'open', '25.00']);
        assert.deepEqual([invoice.order.reference, invoice.order.description], [order.reference, order.description]);
        assert.deepEqual([invoice.order.items[0].name, invoice.order.items[0].quantity], ['Kaffee', 2]);
        assert.equal(invoice.metadata.table, '7');
      }
    },
  },
  {
    id: 'headers',
    rule: 'Each call sends the token, the version of the API and the name of the client',
    async run(stage) {
      const { proxy, merchant } = stage;
      await stage.create({ total: '1.00', currency: 'USD' });
      const [attempt] = proxy.attempts;
      assert.equal(attempt?.headers.authorization, `Bearer ${merchant.app.token}`);
      assert.equal(new URL(attempt?.path ?? '', proxy.url).searchParams.get('v'), '1');
      assert.match(attempt?.headers['user-agent'] ?? '', /^quittance-(?:typescript|python|php|go)\/\d+\.\d+\.\d+/);
    },
  },
  {
    id: 'pages',
    rule: 'A list of 120 invoices is read to its end, newest first',
    async run(stage) {
      const shop = await stage.background.newMerchant();
      const made: string[] = [];
      for (let count = 0; count < 120; count += 1) {
        made.unshift((await ok(shop.appApi.post('/invoice', { total: '1.00', currency: 'USD' }))).id);
      }
      await stage.client({ token: shop.app.token });
      const { ids } = await stage.ask({ call: 'list_invoices', query: { limit: 50 } });
      assert.deepEqual(ids, made);
      assert.equal(stage.proxy.attempts.length, 3);
    },
  },
  {
    id: 'filtered-list',
    rule: 'A list is filtered by its query, and may be empty',
    async run(stage) {
      const reference = `one & only/${randomUUID()}`;
      const { id } = await stage.create({ total: '1.00', currency: 'USD', order: { reference } });
      const found = await stage.ask({ call: 'list_invoices', query: { reference, status: 'open' } });
      assert.deepEqual(found.ids, [id]);
      const none = await stage.ask({ call: 'list_invoices', query: { reference: randomUUID() } });
      assert.deepEqual(none.ids, []);
    },
  },
  {
    id: 'idempotent-repeat',
    rule: 'A change that is repeated with its key returns the same invoice, and is made once',
    async run(stage) {
      const [key, reference] = [randomUUID(), randomUUID()];
      const body = { total: '7.00', currency: 'USD', order: { reference } };
      const first = await stage.create(body, key);
      const second = await stage.create(body, key);
      assert.equal(second.id, first.id);
      assert.deepEqual(await stage.idsOf(reference), [first.id]);
    },
  },
  {
    id: 'automatic-keys',
    rule: 'Each change has an Idempotency-Key of its own, and no read has one',
    async run(stage) {
      const one = await stage.create({ total: '1.00', currency: 'USD' });
      await stage.create({ total: '1.00', currency: 'USD' });
      await stage.ask({ call: 'cancel_invoice', id: one.id });
      await stage.ask({ call: 'get_invoice', id: one.id });
      await stage.ask({ call: 'list_invoices', query: { reference: randomUUID() } });
      const keys = stage.proxy.attempts.map(({ method, headers }) => [method, headers['idempotency-key']] as const);
      const changes = keys.filter(([method]) => method !== 'GET').map(([, key]) => key ?? 'none');
      assert.equal(changes.length, 3);
      for (const key of changes) assert.match(key, uuidV4);
      assert.equal(new Set(changes).size, 3);
      assert.deepEqual(
        keys.filter(([method]) => method === 'GET').map(([, key]) => key),
        [undefined, undefined],
      );
    },
  },
  {
    id: 'conflict',
    rule: 'A conflict (409) is an error with its code at once, without a retry',
    async run(stage) {
      const { id } = await stage.create({ total: '1.00', currency: 'USD' });
      await ok(stage.merchant.api.post(`/invoice/${id}/settle`, { reason: 'paid in cash' }));
      stage.proxy.plan();
      const error = await stage.fails({ call: 'cancel_invoice', id });
      assert.deepEqual([error.kind, error.status, error.code], ['problem', 409, 'invoice_not_cancelable']);
      assert.equal(stage.proxy.attempts.length, 1);
    },
  },
  {
    id: 'fields',
    rule: 'A rejected body (422) is an error that names each field',
    async run(stage) {
      const call = { call: 'create_invoice', idempotency_key: null } as const;
      const error = await stage.fails({ ...call, body: { total: '-1', currency: 'USD', expires_in: 1 } });
      assert.deepEqual([error.kind, error.status, error.code], ['problem', 422, 'validation_failed']);
      assert.deepEqual(error.errors?.map((one) => one.field).sort(), ['expires_in', 'total']);
      for (const { message } of error.errors ?? []) assert.notEqual(message, '');
      assert.equal(stage.proxy.attempts.length, 1);
    },
  },
  {
    id: 'request-id',
    rule: 'An error has the id of the request, as in the log of the instance',
    async run(stage) {
      let sent: string | undefined;
      const alter = <Response extends { headers: Readonly<Record<string, string>> }>(response: Response) => {
        sent = response.headers['x-request-id'];
        return response;
      };
      stage.proxy.plan([{ alter }]);
      const error = await stage.fails({ call: 'get_invoice', id: randomUUID() });
      assert.deepEqual([error.status, error.code], [404, 'not_found']);
      assert.match(sent ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(error.request_id, sent);
    },
  },
  {
    id: 'wrong-token',
    rule: 'A wrong token (401) is an error without a retry',
    async run(stage) {
      await stage.client({ token: 'qat_wrong' });
      const error = await stage.fails({ call: 'list_invoices', query: {} });
      assert.deepEqual([error.kind, error.status], ['problem', 401]);
      assert.equal(stage.proxy.attempts.length, 1);
    },
  },
  {
    id: 'odd-id',
    rule: 'An id is one part of the path, whatever its characters are',
    async run(stage) {
      const error = await stage.fails({ call: 'get_invoice', id: '../apps?x=/ü' });
      assert.equal(error.kind, 'problem');
      const [attempt] = stage.proxy.attempts;
      assert.match(attempt?.path ?? '', /^\/api\/invoice\/\.\.%2Fapps%3Fx%3D%2F%C3%BC\?v=1$/i);
    },
  },
];
