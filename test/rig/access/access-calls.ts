// Calls of every operation on the owner's objects. Each call would succeed if the owner made it.
import { randomBytes } from 'node:crypto';
import { softwareAuthenticator } from '../browser/authenticator.ts';
import { relyingParty } from '../browser/relying-party.ts';
import { type Answer, type CallOptions, type Client, type Json, ok } from '../client.ts';
import { pullPaymentMaker } from '../doors/waiting-pull-payments.ts';
import { freshEmail, type People, password } from '../people.ts';
import { newAddress, newExtendedKey } from '../stage.ts';
import type { AccessCall, MakeCall } from './access-call.ts';
import type { Owner } from './access-callers.ts';
import { newApp } from './access-callers.ts';
import { refundCalls } from './refund-calls.ts';
import { signRows } from './signed-rows.ts';

/** By operation, such as `GET /app/{id}`. */
export async function accessCalls(people: People, owner: Owner): Promise<Readonly<Record<string, MakeCall>>> {
  await ok(owner.api.post('/app-cryptocurrency', { app_id: owner.app.id, ...coin }));
  await ok(owner.api.post('/app-address', { ...freshPlace(owner.app.id), kind: 'xpub', value: newExtendedKey() }));
  const things = thingsOf(owner.api, owner.browser.api, owner.app.id);
  return {
    ...appCalls(owner, things),
    ...addressCalls(owner, things),
    ...linkCalls(owner, things),
    ...payoutCalls(people, owner, things),
    ...invoiceCalls(owner.app.id, things),
    ...transactionCalls(owner.app.id, things),
    ...refundCalls(owner.app.id, things),
    ...webhookCalls(owner.app.id, things),
    ...catalogCalls,
    ...operatorCalls,
    ...personCalls(people, owner),
    ...notificationCalls(owner),
    ...oauth2Calls(people, owner),
  };
}

/** Calls the operation with its own method. A given body or id replaces the one of the call. */
export function callOperation(client: Client, operation: string, call: AccessCall): Promise<Answer<Json>> {
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replace(/\{\w+\}/, call.id ?? '');
  const options: CallOptions = call.query === undefined ? {} : { query: call.query };
  switch (method) {
    case 'GET':
      return client.get<Json>(path, options);
    case 'POST':
      return client.post<Json>(path, call.body, options);
    case 'PUT':
      return client.put<Json>(path, call.body, options);
    default:
      return client.delete<Json>(path, options);
  }
}

const coin = { cryptocurrency: 'ETH', network: 'local' };
const page = { name: 'Shop', url: 'https://shop.example' };
const freshPlace = (app_id: string) => ({ app_id, network: 'local', kind: 'address', value: newAddress() });

const tokenOf = (app_id: string) => ({ app_id, name: 'Token', scopes: ['invoices:read'] });

const freshLink = (app_id: string) => ({ app_id, slug: randomBytes(8).toString('hex'), currency: 'USD' });

type Things = ReturnType<typeof thingsOf>;

function thingsOf(api: Client, browser: Client, app_id: string) {
  const make = async (path: string, body?: object): Promise<string> => (await ok<Json>(api.post(path, body))).id;
  const invoice = () =>
    make('/invoice', { app_id, total: '10.00', currency: 'USD', metadata: { cost: '7' }, customer: { name: 'Ada' } });
  const attempt = async () => make('/transaction', wish(await invoice()));
  const paidInvoice = async () => {
    const invoice_id = await invoice();
    await make(`/sandbox/transaction/${await make('/transaction', wish(invoice_id))}/simulate`, { case: 'paid' });
    return invoice_id;
  };
  const webhook = () => make('/webhook', { app_id, url: 'https://shop.example/hook' });
  const app = async () => (await newApp(api)).id as string;
  const archivedApp = async () => (await ok<Json>(api.delete(`/app/${await app()}`))).id as string;
  return {
    app,
    archivedApp,
    invoice,
    attempt,
    webhook,
    async invitation(): Promise<string> {
      const made = browser.post<Json>('/app-member', { app_id, email: freshEmail(), role: 'support' });
      return (await ok(made)).id;
    },
    appToken: async () => (await ok(browser.post<Json>('/app-token', tokenOf(app_id)))).id as string,
    address: () => make('/app-address', freshPlace(app_id)),
    paymentLink: () => make('/payment-link', freshLink(app_id)),
    acceptance: async () => make('/app-cryptocurrency', { app_id: await app(), ...coin }),
    /** The id of the newest entry in one of the app's lists. */
    async newest(list: string): Promise<string> {
      const [newest] = await ok<Json[]>(api.get(list, { query: { app_id, limit: 1 } }));
      return newest.id;
    },
    paidInvoice,
    async refund(): Promise<string> {
      const body = { invoice_id: await paidInvoice(), fiat_value: '1.00' };
      return (await ok(browser.post<Json>('/refund', body))).id;
    },
    pullPayment: pullPaymentMaker(browser, app_id),
    delivery: async () => make(`/webhook/${await webhook()}/test`),
    async unmatchedPayment(): Promise<string> {
      await make(`/sandbox/transaction/${await attempt()}/simulate`, { case: 'wrong_asset' });
      const [newest] = await ok<Json[]>(api.get('/unmatched-payments', { query: { app_id, limit: 1 } }));
      return newest.id;
    },
  };
}

const wish = (invoice_id: string) => ({ invoice_id, from: `0x${randomBytes(20).toString('hex')}`, ...coin });

function appCalls({ app: { id } }: Owner, things: Things): Record<string, MakeCall> {
  const query = { app_id: id };
  return {
    'GET /app': async () => ({}),
    'POST /app': async () => ({ body: { ...page, environment: 'development' }, status: 201 }),
    'GET /app/{id}': async () => ({ id }),
    'PUT /app/{id}': async () => ({ id, body: { name: 'Other shop' } }),
    'DELETE /app/{id}': async () => ({ id: await things.app(), isOnce: true }),
    'POST /app/{id}/restore': async () => ({ id: await things.archivedApp(), isOnce: true }),
    'GET /app/{id}/settings': async () => ({ id }),
    'PUT /app/{id}/settings': async () => ({ id, body: { quote_window: 600 } }),
    'GET /app/{id}/balance-sheet': async () => ({ id }),
    'GET /app/{id}/statistics': async () => ({ id }),
    'GET /app/{id}/attention': async () => ({ id }),
    'GET /exports': async () => ({ query }),
    'GET /audit-log': async () => ({ query }),
    'GET /requests': async () => ({ query }),
    'GET /request/{id}': async () => ({ id: await things.newest('/requests') }),
    ...memberCalls(id, things),
    'GET /app-tokens': async () => ({ query }),
    'GET /app-token/{id}': async () => ({ id: await things.appToken() }),
    'POST /app-token': async () => ({ body: tokenOf(id), status: 201, isOnce: true }),
    'GET /app/{id}/doors': async () => ({ id }),
    'POST /app/{id}/doors': async () => ({ id, body: { kind: 'epay' }, status: 201, isOnce: true }),
    'DELETE /app-token/{id}': async () => ({ id: await things.appToken(), isOnce: true }),
    'GET /audit-log/{id}': async () => ({ id: await things.newest('/audit-log') }),
    'GET /app-cryptocurrencies': async () => ({ query }),
    'GET /app-cryptocurrency/{id}': async () => ({ id: await things.newest('/app-cryptocurrencies') }),
    'POST /app-cryptocurrency': async () => ({
      body: { app_id: await things.app(), ...coin },
      status: 201,
      isOnce: true,
    }),
    'PUT /app-cryptocurrency/{id}': async () => ({ id: await things.acceptance(), body: { confirmations: 5 } }),
    'DELETE /app-cryptocurrency/{id}': async () => ({ id: await things.acceptance(), isOnce: true }),
    'POST /upload-target': async () => ({ body: { content_type: 'image/png', size: 1000 }, status: 201 }),
  };
}

function memberCalls(app_id: string, { invitation }: Things): Record<string, MakeCall> {
  return {
    'GET /app-members': async () => ({ query: { app_id } }),
    'GET /app-member/{id}': async () => ({ id: await invitation() }),
    'POST /app-member': async () => ({
      body: { app_id, email: freshEmail(), role: 'support' },
      status: 201,
      isOnce: true,
    }),
    'PUT /app-member/{id}': async () => ({ id: await invitation(), body: { role: 'developer' } }),
    'DELETE /app-member/{id}': async () => ({ id: await invitation(), isOnce: true }),
  };
}

function addressCalls({ app: { id } }: Owner, things: Things): Record<string, MakeCall> {
  return {
    'GET /app-addresses': async () => ({ query: { app_id: id } }),
    'GET /app-address/{id}': async () => ({ id: await things.address() }),
    'POST /app-address': async () => ({ body: freshPlace(id), status: 201, isOnce: true }),
    'POST /app-address/recognise': async () => ({ body: { value: freshPlace(id).value } }),
    'PUT /app-address/{id}': async () => ({ id: await things.address(), body: { label: 'Till' } }),
    'DELETE /app-address/{id}': async () => ({ id: await things.address(), isOnce: true }),
  };
}

function linkCalls({ app: { id } }: Owner, things: Things): Record<string, MakeCall> {
  return {
    'GET /payment-links': async () => ({ query: { app_id: id } }),
    'GET /payment-link/{id}': async () => ({ id: await things.paymentLink() }),
    'POST /payment-link': async () => ({ body: freshLink(id), status: 201, isOnce: true }),
    'PUT /payment-link/{id}': async () => ({ id: await things.paymentLink(), body: { description: 'Soup' } }),
    'DELETE /payment-link/{id}': async () => ({ id: await things.paymentLink(), isOnce: true }),
  };
}

function payoutCalls({ db, service }: People, { app: { id } }: Owner, things: Things): Record<string, MakeCall> {
  /** Only a production app gets a waiting payment by itself. The operator requested it and is not a member. */
  const waiting = async (): Promise<string> => {
    const [row] = await db.query<{ id: string }>(
      `insert into payout_changes (id, app_id, address_id, change, requested_by, effective_at, created_at)
       select gen_random_uuid(), a.id, $2, 'added', u.id, now() + interval '1 day', now()
       from apps a join users u on u.id <> a.owner_id where a.id = $1 order by u.id limit 1 returning id`,
      [id, await things.address()],
    );
    await signRows({ db, service }, 'payout_change', [row?.id ?? '']);
    return row?.id ?? '';
  };
  return {
    'GET /payout-changes': async () => ({ query: { app_id: id } }),
    'POST /payout-change/{id}/stop': async () => ({ id: await waiting(), isOnce: true }),
    'POST /payout-change/{id}/approve': async () => ({ id: await waiting(), isOnce: true }),
  };
}

function invoiceCalls(app_id: string, things: Things): Record<string, MakeCall> {
  return {
    'GET /invoices': async () => ({ query: { app_id } }),
    'POST /invoice': async () => ({ body: { app_id, total: '10.00', currency: 'USD' }, status: 201 }),
    'GET /invoice/{id}': async () => ({ id: await things.invoice() }),
    'PUT /invoice/{id}': async () => ({ id: await things.invoice(), body: { metadata: { cost: '8' } } }),
    'DELETE /invoice/{id}': async () => ({ id: await things.invoice(), isOnce: true }),
    'POST /invoice/{id}/settle': async () => ({
      id: await things.invoice(),
      body: { reason: 'Paid in cash' },
      isOnce: true,
    }),
    'GET /invoice/{id}/timeline': async () => ({ id: await things.invoice() }),
    'GET /invoice/{id}/events': async () => ({ id: await things.invoice() }),
  };
}

function transactionCalls(app_id: string, things: Things): Record<string, MakeCall> {
  return {
    'GET /transactions': async () => ({ query: { invoice_id: await things.invoice() } }),
    'GET /payments': async () => ({ query: { app_id } }),
    'POST /transaction': async () => ({ body: wish(await things.invoice()), status: 201, isOnce: true }),
    'POST /invoice/{id}/payment-request': async () => ({
      id: await things.invoice(),
      body: coin,
      status: 201,
      isOnce: true,
    }),
    'GET /address-key': async () => ({}),
    'GET /transaction/{id}': async () => ({ id: await things.attempt() }),
    'DELETE /transaction/{id}': async () => ({ id: await things.attempt(), isOnce: true }),
    // An invalid hash is rejected for every caller before any chain is queried.
    'POST /transaction/{id}/claim': async () => ({
      id: await things.attempt(),
      body: { hash: 'no hash' },
      status: 422,
    }),
    'GET /unmatched-payments': async () => ({ query: { app_id } }),
    'GET /unmatched-payment/{id}': async () => ({ id: await things.unmatchedPayment() }),
    'POST /unmatched-payment/{id}/assign': async () => ({
      id: await things.unmatchedPayment(),
      body: { invoice_id: await things.invoice() },
      isOnce: true,
    }),
    'POST /unmatched-payment/{id}/dismiss': async () => ({ id: await things.unmatchedPayment(), isOnce: true }),
    'POST /sandbox/transaction/{id}/simulate': async () => ({
      id: await things.attempt(),
      body: { case: 'paid' },
      isOnce: true,
    }),
    // Only transactions of the network `test` can be paid this way, and the network is off here.
    'POST /sandbox/transaction/{id}/pay': async () => ({
      id: await things.attempt(),
      body: { case: 'paid' },
      status: 409,
    }),
    'POST /sandbox/transaction/{id}/reorg': async () => ({ id: await things.attempt(), status: 409 }),
    'GET /sandbox/clock': async () => ({ query: { app_id } }),
    'POST /sandbox/event': async () => ({ body: { app_id, type: 'invoice.paid' }, status: 201 }),
    'POST /sandbox/clock': async () => ({ body: { app_id, advance_seconds: 1 } }),
  };
}

function webhookCalls(app_id: string, things: Things): Record<string, MakeCall> {
  const body = { app_id, url: 'https://shop.example/hook' };
  return {
    'GET /webhooks': async () => ({ query: { app_id } }),
    'GET /webhook/{id}': async () => ({ id: await things.webhook() }),
    'POST /webhook': async () => ({ body, status: 201 }),
    'PUT /webhook/{id}': async () => ({ id: await things.webhook(), body: { description: 'Till' } }),
    'DELETE /webhook/{id}': async () => ({ id: await things.webhook(), isOnce: true }),
    'POST /webhook/{id}/rotate-secret': async () => ({ id: await things.webhook() }),
    'POST /webhook/{id}/test': async () => ({ id: await things.webhook() }),
    'POST /webhook/{id}/replay': async () => ({
      id: await things.webhook(),
      body: { since: '2026-01-01T00:00:00.000Z' },
    }),
    'GET /webhook/{id}/deliveries': async () => ({ id: await things.webhook() }),
    'GET /webhook-delivery/{id}': async () => ({ id: await things.delivery() }),
    'POST /webhook-delivery/{id}/redeliver': async () => ({ id: await things.delivery() }),
    'GET /events': async () => ({ query: { app_id } }),
    'GET /event/{id}': async () => ({ id: await things.newest('/events') }),
  };
}

const unreachable = ['http://127.0.0.1:1'];

const operatorCalls: Record<string, MakeCall> = {
  ...Object.fromEntries(
    ['instance', 'networks', 'endpoint-suggestions', 'rates', 'people', 'health'].map((name) => [
      `GET /operator/${name}`,
      async () => ({}),
    ]),
  ),
  'GET /operator/settings': async () => ({}),
  'PUT /operator/settings': async () => ({ body: { log_requests: null } }),
  'POST /operator/settings/test-mail': async () => ({ body: {} }),
  'POST /operator/settings/test-backup': async () => ({ body: {} }),
  'PUT /operator/network/{symbol}': async () => ({ id: 'ethereum', body: { enabled: false } }),
  'POST /operator/endpoint-check': async () => ({ body: { network: 'ethereum', endpoints: unreachable } }),
  // No chain runs here, so the operator gets the finding about the endpoint.
  'POST /operator/network': async () => ({
    body: { chain_id: 77_001, name: 'Oyster bay', endpoints: unreachable, native: { symbol: 'ETH' } },
    status: 422,
  }),
};

const catalogCalls: Record<string, MakeCall> = {
  'GET /currencies': async () => ({}),
  'GET /currency/{code}': async () => ({ id: 'USD' }),
  'GET /cryptocurrencies': async () => ({}),
  'GET /cryptocurrency/{symbol}': async () => ({ id: 'ETH' }),
  'GET /networks': async () => ({}),
  'GET /network/{symbol}': async () => ({ id: 'local' }),
};

function notificationCalls({ browser }: Owner): Record<string, MakeCall> {
  const body = { kind: 'telegram', name: 'Till', bot_token: `123456789:${'a'.repeat(35)}`, chat: '1' };
  /** Deletes old channels, because a user has only a few. */
  const cleared = async () => {
    for (const { id } of (await ok<Json[]>(browser.api.get('/notification-channels'))).slice(5))
      await ok(browser.api.delete(`/notification-channel/${id}`));
    return body;
  };
  const channel = async () => (await ok<Json>(browser.api.post('/notification-channel', await cleared()))).id as string;
  return {
    'GET /notification-channels': async () => ({}),
    'POST /notification-channel': async () => ({ body: await cleared(), status: 201 }),
    'DELETE /notification-channel/{id}': async () => ({ id: await channel(), isOnce: true }),
    // No bot has this token, and the answer says why.
    'POST /notification-channel/{id}/test': async () => ({ id: await channel() }),
    'GET /notification-choices': async () => ({}),
    'PUT /notification-choice/{kind}': async () => ({ id: 'payments', body: { mail: true, channel_ids: [] } }),
  };
}

function personCalls(people: People, { browser, email }: Owner): Record<string, MakeCall> {
  const token = { name: 'Token', scopes: ['apps:read'] };
  const made = async (path: string, body: object) => (await ok<Json>(browser.api.post(path, body))).id as string;
  const options = () => ok<Json>(browser.api.post('/passkey/options'));
  return {
    'GET /account': async () => ({}),
    'GET /personal-access-tokens': async () => ({}),
    'GET /personal-access-token/{id}': async () => ({ id: await made('/personal-access-token', token) }),
    'POST /personal-access-token': async () => ({ body: token, status: 201 }),
    'DELETE /personal-access-token/{id}': async () => ({
      id: await made('/personal-access-token', token),
      isOnce: true,
    }),
    'GET /sessions': async () => ({}),
    'DELETE /session/{id}': async () => {
      const elsewhere = people.browser();
      await ok(elsewhere.auth('/sign-in/email', { email, password }));
      const sessions = await ok<Json[]>(elsewhere.api.get('/sessions'));
      return { id: sessions.find((one) => one.current).id, isOnce: true };
    },
    'GET /passkeys': async () => ({}),
    'POST /passkey/options': async () => ({}),
    // Only the browser that requested the options could complete the registration.
    'POST /passkey': async () => ({ body: { name: 'Phone', response: {} }, status: 422 }),
    'DELETE /passkey/{id}': async () => {
      const response = softwareAuthenticator(people.service.url).create(await options());
      return { id: await made('/passkey', { name: 'Phone', response }), isOnce: true };
    },
  };
}

function oauth2Calls(people: People, { browser }: Owner): Record<string, MakeCall> {
  const program = { name: 'Plugin', redirect_uris: ['https://shop.example/callback'] };
  const client = async () => (await ok<Json>(browser.api.post('/oauth2-client', program))).id as string;
  return {
    'GET /oauth2-clients': async () => ({}),
    'GET /oauth2-client/{id}': async () => ({ id: await client() }),
    'POST /oauth2-client': async () => ({ body: program, status: 201 }),
    'PUT /oauth2-client/{id}': async () => ({ id: await client(), body: { name: 'Other plugin' } }),
    'POST /oauth2-client/{id}/rotate-secret': async () => ({ id: await client() }),
    'DELETE /oauth2-client/{id}': async () => ({ id: await client(), isOnce: true }),
    'GET /oauth2-sessions': async () => ({}),
    'GET /oauth2-session/{id}': async () => {
      await (await relyingParty(people.service.url, browser)).signIn(browser);
      const [newest] = await ok<Json[]>(browser.api.get('/oauth2-sessions'));
      return { id: newest.id };
    },
    'DELETE /oauth2-session/{id}': async () => {
      await (await relyingParty(people.service.url, browser)).signIn(browser);
      const [newest] = await ok<Json[]>(browser.api.get('/oauth2-sessions'));
      return { id: newest.id, isOnce: true };
    },
  };
}
