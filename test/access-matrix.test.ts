// Every operation of the API document × everybody who may call: nobody gets in whom its declaration does not let in.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type ApiRig, startApiRig } from './rig/api-rig.ts';
import type { Answer, Client, Json } from './rig/client.ts';
import type { DescribedOperation } from './rig/document.ts';
import type { Merchant } from './rig/merchant.ts';

let rig: ApiRig;
let owner: Merchant;
let stranger: Merchant;
let powerless: Merchant;
let operations: readonly { readonly method: Method; readonly path: string; readonly operation: DescribedOperation }[];
/** What a path or a body names: things of the owner, by the word that stands before `{id}`. */
let ids: Readonly<Record<string, string>>;

type Method = 'get' | 'post' | 'put' | 'delete';

before(async () => {
  rig = await startApiRig();
  owner = await rig.merchant({
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  });
  stranger = await rig.merchant();
  powerless = await rig.merchant({ scopes: ['apps:write'] });
  operations = Object.entries(rig.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method as Method, path, operation })),
  );
  const app_id = owner.app.id;
  const query = { query: { app_id } };
  const invoice = await owner.api.post<Json>('/invoice', { app_id, total: '10.00', currency: 'USD' });
  const wish = { invoice_id: invoice.body.id, from: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' };
  const transaction = await owner.api.post<Json>('/transaction', { ...wish, cryptocurrency: 'ETH', network: 'local' });
  const webhook = await owner.api.post<Json>('/webhook', { app_id, url: 'https://shop.example/hook' });
  ids = {
    app: app_id,
    invoice: invoice.body.id,
    transaction: transaction.body.id,
    webhook: webhook.body.id,
    'app-address': (await owner.api.get<Json>('/app-addresses', query)).body[0].id,
    'app-cryptocurrency': (await owner.api.get<Json>('/app-cryptocurrencies', query)).body[0].id,
  };
});
after(() => rig?.stop());

/** Answers whether the door opened at all: what is asked of it is then often wrong, and nothing is ever made. */
async function knock(client: Client, method: Method, path: string, id: string | null): Promise<Answer<Json>> {
  const named = path.replace(/\{(\w+)\}/, (_, name) => (name === 'id' ? (id ?? randomUUID()) : 'nothing'));
  const query = { app_id: owner.app.id, invoice_id: ids.invoice ?? '' };
  if (method === 'get') return client.get<Json>(named, { query });
  if (method === 'delete') return client.delete<Json>(named);
  return client[method]<Json>(named, { no_such_field: true });
}

const isStream = (path: string) => path.endsWith('/events') && path.includes('{');

function admits(operation: DescribedOperation, scheme: string): boolean {
  return operation.security.some((one) => scheme in one);
}
const isOpen = (operation: DescribedOperation) => operation.security.some((one) => Object.keys(one).length === 0);

test('nobody without a token gets past an operation that is not public', async () => {
  for (const { method, path, operation } of operations.filter((one) => !isStream(one.path))) {
    const answer = await knock(owner.api.as(null), method, path, null);
    const name = `${method} ${path}: ${answer.status}`;
    if (isOpen(operation)) assert.ok(![401, 403].includes(answer.status), name);
    else assert.deepEqual([answer.status, answer.body.code], [401, 'not_authenticated'], name);
  }
});

test('a personal access token needs the very scope that the document names', async () => {
  for (const { method, path, operation } of operations.filter((one) => !isStream(one.path) && !isOpen(one.operation))) {
    const scopes = operation.security.flatMap((one) => one.PAT ?? []);
    const answer = await knock(powerless.api, method, path, null);
    const name = `${method} ${path}: ${JSON.stringify(answer.body)}`;
    if (!admits(operation, 'PAT')) assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], name);
    else if (scopes.includes('apps:write')) assert.ok(![401, 403].includes(answer.status), name);
    else {
      assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'], name);
      assert.ok(answer.body.detail.includes(scopes[0]), name);
    }
    const full = await knock(owner.api, method, path, null);
    if (admits(operation, 'PAT')) assert.ok(![401, 403].includes(full.status), name);
  }
});

test('an app token opens what the document says, and nothing else', async () => {
  for (const { method, path, operation } of operations.filter((one) => !isStream(one.path) && !isOpen(one.operation))) {
    const answer = await knock(owner.appApi, method, path, null);
    const name = `${method} ${path}: ${JSON.stringify(answer.body)}`;
    if (admits(operation, 'AppToken')) assert.ok(![401, 403].includes(answer.status), name);
    else assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], name);
  }
});

test("another's token, of a person or of an app, finds nothing of the owner's", async () => {
  const bodies: Record<string, object> = {
    '/invoice/{id}/settle': { reason: 'mine' },
    '/webhook': { app_id: owner.app.id, url: 'https://thief.example/' },
    '/invoice': { app_id: owner.app.id, total: '1.00', currency: 'USD' },
    '/app-address': {
      app_id: owner.app.id,
      network: 'local',
      kind: 'address',
      value: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    },
    '/app-cryptocurrency': { app_id: owner.app.id, cryptocurrency: 'ETH', network: 'local' },
    '/unmatched-payment/{id}/assign': { invoice_id: randomUUID() },
    '/sandbox/transaction/{id}/simulate': { case: 'paid' },
  };
  // What has no owner to be another's: what is the caller's own by nature, and everything that is public.
  const ownerless = [
    '/app',
    '/personal-access-tokens',
    '/oauth2-sessions',
    '/oauth2-clients',
    '/sessions',
    '/passkeys',
    '/upload-target',
  ];
  const before = await everythingOfOwner();
  for (const { method, path, operation } of operations) {
    if (isOpen(operation) || ownerless.includes(path)) continue;
    const id = ids[path.split('/')[1] as string] ?? randomUUID();
    for (const client of [stranger.api, stranger.appApi]) {
      const named = path.replace('{id}', id);
      const answer =
        method === 'get'
          ? await client.get<Json>(named, { query: { app_id: owner.app.id } })
          : method === 'delete'
            ? await client.delete<Json>(named)
            : await client[method]<Json>(named, bodies[path] ?? {});
      const isRefused = answer.status === 404 || (answer.status === 403 && answer.body.code === 'forbidden');
      assert.ok(isRefused, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
  assert.equal(await everythingOfOwner(), before, 'nothing of it has changed');
});

async function everythingOfOwner(): Promise<string> {
  const { db } = rig.database;
  const tables = ['apps', 'app_addresses', 'app_cryptocurrencies', 'invoices', 'transactions', 'webhooks', 'events'];
  const rows = await Promise.all(
    tables.map((table) => db.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
