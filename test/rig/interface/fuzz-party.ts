// The objects of the two parties of the fuzz test, with some for every path, body and header.
import { softwareAuthenticator } from '../browser/authenticator.ts';
import { type BrowserSession, browserSession } from '../browser/browser-session.ts';
import { relyingParty } from '../browser/relying-party.ts';
import { type Client, type Json, ok, until } from '../client.ts';
import type { Merchant } from '../merchant.ts';
import { refundsToChange } from '../payment/refunds-to-change.ts';
import type { Shop } from '../shop.ts';
import { newAddress } from '../stage.ts';
import type { Party } from './fuzz-requests.ts';

/** Prepares an unrelated person, who tries to access the owner's objects. */
export async function strangerParty(shop: Shop, merchant: Merchant): Promise<Party> {
  return partyOf(shop, merchant, []);
}

/**
 * Prepares the owner with objects on which every operation can succeed. Operations that end objects get separate ones.
 */
export async function ownerParty(shop: Shop): Promise<Party> {
  const { merchant } = shop;
  const { appApi } = merchant;
  const invoices = await many(appApi, '/invoice', 12, (i) => ({ total: `${i + 1}.50`, currency: 'USD' }));
  const attempts = await Promise.all(invoices.slice(0, 6).map((one) => shop.attempt(one)));
  const transactions = attempts.map((one: Json) => one.id as string);
  const browser = await signedIn(shop, merchant);
  const claims = await claimable(shop);
  const unmatched = await unmatchedPayments(shop, 12);
  const party = await partyOf(shop, merchant, invoices);
  const due = await many(appApi, '/invoice', 4, () => ({ total: '900.00', currency: 'USD' }));
  const refunds = await refundsToChange(shop, browser.api);
  const toCancel = await many(appApi, '/invoice', 4, () => ({ total: '4.00', currency: 'USD' }));
  return {
    ...party,
    ids: {
      ...party.ids,
      transaction: transactions,
      sandbox: transactions,
      claimTransaction: claims.transactions,
      requestPayment: await payable(shop),
      'unmatched-payment': unmatched.slice(0, 8),
      dismissUnmatchedPayment: unmatched.slice(8),
      // Excludes attempts that the sandbox may have paid before.
      cancelTransaction: (await Promise.all(toCancel.map((one) => shop.attempt(one)))).map(
        (one: Json) => one.id as string,
      ),
      cancelInvoice: await many(appApi, '/invoice', 4, () => ({ total: '3.00', currency: 'USD' })),
      ...(await accountThings(shop, browser, merchant)),
      ...(await invited(browser, merchant)),
      ...(await paymentLinks(merchant)),
      ...refunds.ids,
    },
    wishes: {
      ...party.wishes,
      ...refunds.wishes,
      claimTransaction: { hash: claims.hashes },
      assignUnmatchedPayment: { invoice_id: due },
      createTransaction: { invoice_id: await payable(shop), cryptocurrency: ['ETH'], network: ['local', 'LOCAL'] },
      requestPayment: { cryptocurrency: ['ETH'], network: ['local', 'LOCAL'] },
    },
    prepared: {
      // Earlier invoices have expired, because requests move the test clock of the app.
      cancelInvoice: async () => {
        const { id } = await ok<Json>(appApi.post('/invoice', { total: '3.00', currency: 'USD' }));
        return { url: `${shop.service.apiUrl}/invoice/${id}?v=1` };
      },
      createPasskey: () => passkeyAnswer(shop, browser),
      createAppAddress: freshAddresses(browser, merchant.app.id),
    },
  };
}

async function partyOf(shop: Shop, merchant: Merchant, invoices: readonly string[]): Promise<Party> {
  const { api, appApi, app } = merchant;
  // Apps that the test may archive or give a new token, so that the tokens in use stay valid.
  const [toy, ...shelves] = await many(api, '/app', 6, (i) => ({
    name: `Toy ${i}`,
    url: 'https://toy.example',
    environment: 'development',
  }));
  const webhooks = await many(appApi, '/webhook', 3, () => ({ url: 'https://hooks.example/x' }));
  const listed = async (path: string) =>
    (await ok<Json[]>(api.get(path, { query: { app_id: app.id } }))).map((one) => one.id);
  const deliveries = await Promise.all(
    webhooks.map(async (id) => (await ok<Json>(appApi.post(`/webhook/${id}/test`))).id as string),
  );
  return {
    callers: [
      { scheme: 'PAT', headers: { authorization: `Bearer ${merchant.personalToken}` } },
      { scheme: 'AppToken', headers: { authorization: `Bearer ${app.token}` } },
      { scheme: 'Cookie', headers: headersOf(await signedIn(shop, merchant)) },
    ],
    ids: {
      app: [toy as string],
      invoice: invoices,
      webhook: webhooks,
      'webhook-delivery': deliveries,
      'app-address': await listed('/app-addresses'),
      'app-cryptocurrency': await listed('/app-cryptocurrencies'),
      'audit-log': await listed('/audit-log'),
      event: await listed('/events'),
      request: await listed('/requests'),
      network: ['local', 'LOCAL'],
    },
    known: knownValues({ appId: app.id, invoices, accounts: shop.anvil.accounts.map((one) => one.address) }),
    // An app accepts each coin once. EVM networks report no unconfirmed payments, so a cap for them is rejected.
    wishes: {
      createAppCryptocurrency: {
        app_id: shelves,
        min_total: [null, '0.50'],
        max_total: [null, '900.00'],
        accept_unconfirmed_up_to: [null, null, null, '20.00'],
      },
      // On the shop's own clock, its invoices would expire.
      advanceTestClock: { app_id: shelves, advance_seconds: [1] },
      createPaymentLink: { slug: Array.from({ length: 500 }, (_, i) => `page-${i}`), total: [null, '5.00'] },
      updatePaymentLink: { slug: Array.from({ length: 500 }, (_, i) => `moved-${i}`), total: [null, '5.00'] },
      createNotificationChannel: { kind: ['slack'], url: ['https://hooks.example/x'] },
      updateNotificationChoice: { kind: ['payments', 'security'], mail: [true], channel_ids: [[]] },
      inviteAppMember: { email: ['guest@shop.example', 'other@shop.example'] },
      updateAppCryptocurrency: { accept_unconfirmed_up_to: [null, null, null, '20.00'] },
      // Scripts, first addresses and signatures apply to few networks, and are rejected elsewhere.
      createAppAddress: { network: ['local', 'LOCAL'], kind: ['address'] },
      // A step starts at an amount or ends below one.
      updateAppSettings: {
        embed_origins: [['https://shop.example'], [], null],
        confirmations_by_value: [[{ currency: 'USD', from: '1000.00', confirmations: 20 }], []],
      },
    },
    prepared: {},
  };
}

interface KnownThings {
  readonly appId: string;
  readonly invoices: readonly string[];
  /** Addresses of the chain's accounts. */
  readonly accounts: readonly string[];
}

/** Values that the service accepts, by parameter name. */
function knownValues({ appId, invoices, accounts }: KnownThings): Party['known'] {
  return {
    app_id: [appId],
    invoice_id: invoices,
    currency: ['USD', 'EUR'],
    code: ['USD', 'eur', 'XXX'],
    symbol: ['ETH', 'usdt', 'local', 'NOPE'],
    cryptocurrency: ['ETH', 'USDT', 'BTC'],
    network: ['local', 'LOCAL', 'ethereum'],
    from: accounts.slice(0, 4),
    value: accounts.slice(4, 8),
    hash: [`0x${'ab'.repeat(32)}`],
    total: ['1.00', '20.50', '0.01'],
    expires_in: [3600],
    time_zone: ['UTC', 'Europe/Berlin'],
    redirect_uris: [['https://shop.example/back'], ['https://shop.example/a', 'https://shop.example/b?x=1']],
    post_logout_redirect_uris: [['https://shop.example/bye'], []],
  };
}

/** Objects of one account. Kinds with an operation that ends them are split into two groups. */
async function accountThings(
  shop: Shop,
  browser: BrowserSession,
  merchant: Merchant,
): Promise<Record<string, readonly string[]>> {
  const tokens = await many(browser.api, '/personal-access-token', 4, (i) => ({
    name: `Token ${i}`,
    scopes: ['invoices:read'],
  }));
  const appTokens = await many(browser.api, '/app-token', 4, (i) => ({
    app_id: merchant.app.id,
    name: `Token ${i}`,
    scopes: ['invoices:read'],
  }));
  const clients = await many(browser.api, '/oauth2-client', 6, (i) => ({
    name: `Program ${i}`,
    redirect_uris: ['https://program.example/back'],
  }));
  for (let one = 0; one < 4; one++) await signedIn(shop, merchant);
  const sessions = await ok<Json[]>(browser.api.get('/sessions'));
  for (let one = 0; one < 3; one++) {
    await (await relyingParty(shop.service.url, browser, { name: `Plugin ${one}` })).signIn(browser);
  }
  const grants = await ok<Json[]>(browser.api.get('/oauth2-sessions'));
  const channels = await many(browser.api, '/notification-channel', 6, (i) => ({
    kind: 'ntfy',
    name: `Phone ${i}`,
    url: 'https://ntfy.example/topic',
  }));
  const passkeys = [];
  for (let one = 0; one < 3; one++) {
    const { body } = await passkeyAnswer(shop, browser);
    passkeys.push((await ok<Json>(browser.api.post('/passkey', body))).id);
  }
  return {
    'personal-access-token': tokens,
    'app-token': appTokens,
    'notification-channel': channels.slice(0, 2),
    deleteNotificationChannel: channels.slice(2),
    'oauth2-client': clients.slice(0, 2),
    deleteOauth2Client: clients.slice(2),
    'oauth2-session': grants.map((one) => one.id),
    session: sessions.slice(0, 4).map((one) => one.id),
    passkey: passkeys,
  };
}

/** Invited members of the shop's app: some to change, and some to remove. */
async function invited(browser: BrowserSession, { app }: Merchant): Promise<Record<string, readonly string[]>> {
  const ids = await many(browser.api, '/app-member', 6, (i) => ({
    app_id: app.id,
    email: `member-${i}@shop.example`,
    role: 'support',
  }));
  return { 'app-member': ids.slice(0, 3), removeAppMember: ids.slice(3) };
}

/** Links of the shop's app: some to change, and some to delete. */
async function paymentLinks({ api, app }: Merchant): Promise<Record<string, readonly string[]>> {
  const ids = await many(api, '/payment-link', 6, (i) => ({ app_id: app.id, slug: `fair-${i}`, currency: 'USD' }));
  return { 'payment-link': ids.slice(0, 3), deletePaymentLink: ids.slice(3) };
}

/** Invoices of an app that no other part of the test changes, so that its coins and addresses stay the same. */
async function payable(shop: Shop): Promise<string[]> {
  const { api } = shop.merchant;
  const counter = { name: 'Counter', url: 'https://counter.example', environment: 'development' };
  const { id: app_id } = await ok<Json>(api.post('/app', counter));
  await ok(api.post('/app-cryptocurrency', { app_id, cryptocurrency: 'ETH', network: 'local' }));
  const value = shop.anvil.accounts[1]?.address;
  await ok(api.post('/app-address', { app_id, network: 'local', kind: 'address', value }));
  return many(api, '/invoice', 6, () => ({ app_id, total: '40.00', currency: 'USD' }));
}

/** An authenticator's response to the latest challenge of this browser, which no other request uses. */
async function passkeyAnswer(shop: Shop, browser: BrowserSession): Promise<{ headers: Headers; body: string }> {
  const options = await ok<Json>(browser.api.post('/passkey/options'));
  const response = softwareAuthenticator(shop.service.url).create(options);
  return {
    headers: { ...headersOf(browser), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Key', response }),
  };
}

/** Half of the addresses are valid, because random values are hardly ever valid in all fields. */
function freshAddresses(browser: BrowserSession, app_id: string): () => Promise<object> {
  let turn = 0;
  return async () => {
    turn += 1;
    if (turn % 2 === 0) return {};
    const body = JSON.stringify({ app_id, network: 'local', kind: 'address', value: newAddress() });
    return { headers: { ...headersOf(browser), 'content-type': 'application/json' }, body };
  };
}

type Headers = Record<string, string>;

/** Attempts of one sender, and two transactions on the chain: a payment of that sender, and one of another sender. */
async function claimable(shop: Shop): Promise<{ transactions: string[]; hashes: string[] }> {
  const [, to, , sender, stranger] = shop.anvil.accounts.map((one) => one.address);
  if (!to || !sender || !stranger) throw new Error('The node has too few accounts.');
  const invoices = await many(shop.merchant.appApi, '/invoice', 4, (i) => ({ total: `${i + 60}.00`, currency: 'USD' }));
  const transactions = [];
  for (const invoice of invoices) transactions.push((await shop.attempt(invoice, 'ETH', sender)).id as string);
  const hashes = [
    await shop.anvil.send({ from: sender, to, value: 7n * 10n ** 12n }),
    await shop.anvil.send({ from: stranger, to, value: 8n * 10n ** 12n }),
  ];
  await shop.anvil.mine(1);
  return { transactions, hashes };
}

/** Creates payments of unknown senders in amounts without a quote and above the dust limit. */
async function unmatchedPayments(shop: Shop, count: number): Promise<string[]> {
  const [, to, , , , ...strangers] = shop.anvil.accounts.map((one) => one.address);
  const hashes = new Set<string>();
  for (let one = 0; one < count; one++) {
    const from = strangers[one % strangers.length];
    if (!to || !from) throw new Error('The node has too few accounts.');
    hashes.add(await shop.anvil.send({ from, to, value: 10n ** 13n + BigInt(one) }));
  }
  await shop.anvil.mine(1);
  return until(async () => {
    const waiting = await ok<Json[]>(shop.merchant.appApi.get('/unmatched-payments', { query: { limit: 100 } }));
    const ours = waiting.filter((one) => hashes.has(one.hash)).map((one) => one.id as string);
    return ours.length === count ? ours : null;
  }, 'the payments to wait among the unmatched');
}

/** The merchant's browser, just signed in. */
async function signedIn(shop: Shop, merchant: Merchant): Promise<BrowserSession> {
  const browser = browserSession(shop.service.apiUrl);
  await ok(browser.auth('/sign-in/email', { email: merchant.email, password: merchant.password }));
  await ok(browser.api.get('/app'));
  return browser;
}

function headersOf(browser: BrowserSession): Headers {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie, 'x-csrf-token': browser.csrf() ?? '' };
}

async function many(api: Client, path: string, count: number, body: (index: number) => object): Promise<string[]> {
  const made = Array.from({ length: count }, (_, index) => ok<Json>(api.post(path, body(index))));
  return (await Promise.all(made)).map((one) => one.id as string);
}
