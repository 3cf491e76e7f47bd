// Sales of a merchant: invoices in every state, payments of every kind, and waiting changes.
import { randomUUID } from 'node:crypto';
import { type Json, ok } from '../client.ts';
import { newAddress, newExtendedKey } from '../stage.ts';
import { readChain } from './memory-chain.ts';
import type { Parts, Person } from './people.ts';

export const tetherContract = '0xdac17f958d2ee523a2206206994597c13d831ec7';

export interface Sale {
  readonly invoice: Json;
  readonly quote: Json;
}

export interface Sales {
  /** A second app of the merchant. */
  readonly keyed: Json;
  /** The extended public key that receives its payments. */
  readonly childrenOf: string;
  /** A completed request of the app, which can be repeated with its idempotency key. */
  readonly repeated: { readonly key: string; readonly order: object; readonly id: string };
  readonly links: readonly { readonly slug: string; readonly appId: string; readonly total: string }[];
  readonly paid: Sale;
  /** Half of it is paid in a block that lacks confirmations. */
  readonly inFlight: Sale;
  readonly partly: Sale;
  /** Can be paid exactly, in each coin, and at a child of the key. */
  readonly open: Sale;
  readonly openInTether: Sale;
  readonly openAtChild: Sale;
  /** To be paid in part. */
  readonly short: Sale;
  /** Without an attempt. */
  readonly unasked: Json;
  /** An unmatched payment of 6 USD in ETH. */
  readonly unmatched: Json;
}

export async function makeSales(parts: Parts, person: Person): Promise<Sales> {
  const { api, app, name } = person;
  const { key: extendedKey, app: keyed } = await makeKeyedApp(person);
  const links = await makeLinks(person, keyed);
  const invoice = (total: string, more: object = {}) =>
    ok<Json>(api.post('/invoice', { app_id: app.id, total, currency: 'USD', ...more }));
  const sale = async (total: string, more: object = {}, coin = 'ETH'): Promise<Sale> => {
    const made = await invoice(total, more);
    return { invoice: made, quote: await attempt(parts, made.id, coin) };
  };
  const paid = await sale('25.00', { customer: { email: `buyer@${name}.example` }, order: { reference: `${name}-1` } });
  await pay(parts, [{ sale: paid, units: etherOf(paid.quote.amount) }], 2);
  await makeWaitingChanges(person, keyed, links);
  const canceled = await invoice('12.00', { order: { reference: `${name}-2` } });
  await ok(api.put(`/invoice/${canceled.id}`, { order: { reference: `${name}-3` } }));
  await ok(api.delete(`/invoice/${canceled.id}`));
  const settled = await invoice('13.00');
  await ok(api.post(`/invoice/${settled.id}/settle`, { reason: 'Paid in cash' }));
  const partly = await sale('40.00');
  await pay(parts, [{ sale: partly, units: etherOf(partly.quote.amount) / 4n }], 2);
  const to = person.address;
  const [, hash] = await pay(parts, [unexpected(to, 3n), unexpected(to, 1n)], 2);
  await pay(parts, [{ to, units: 10n }], 2);
  const short = await sale('50.00');
  await ok(api.post(`/transaction/${short.quote.id}/claim`, { hash }));
  const waiting = await ok<Json[]>(api.get('/unmatched-payments', { query: { app_id: app.id } }));
  const unmatched = waiting.find(({ amount }) => amount === '0.003');
  const key = randomUUID();
  const order = { total: '14.00', currency: 'USD' };
  const answered = await ok<Json>(api.as(app.token).post('/invoice', order, { headers: { 'idempotency-key': key } }));
  const rest = {
    open: await sale('25.00', { customer: { email: `guest@${name}.example` } }),
    short,
    openInTether: await sale('26.00', {}, 'USDT'),
    unasked: await invoice('28.00'),
    openAtChild: await saleAt(parts, person, keyed, '30.00'),
    inFlight: await sale('60.00'),
  };
  await pay(parts, [{ sale: rest.inFlight, units: etherOf(rest.inFlight.quote.amount) / 2n }], 1);
  await visit(parts, `${name}-keyed`);
  const repeated = { key, order, id: answered.id };
  return { keyed, childrenOf: extendedKey, links, paid, partly, unmatched, repeated, ...rest };
}

async function makeKeyedApp({ api, name }: Person): Promise<{ app: Json; key: string }> {
  const site = { name: `The other ${name} shop`, url: `https://${name}.example`, environment: 'production' };
  const app = await ok<Json>(api.post('/app', site));
  for (const cryptocurrency of ['ETH', 'USDT'])
    await ok(api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network: 'local', confirmations: 3 }));
  const key = newExtendedKey();
  await ok(api.post('/app-address', { app_id: app.id, network: 'local', kind: 'xpub', value: key }));
  await ok(api.put(`/app/${app.id}/settings`, { quote_window: 3600 }));
  const coins = await ok<Json[]>(api.get('/app-cryptocurrencies', { query: { app_id: app.id } }));
  const tether = coins.find(({ cryptocurrency }) => cryptocurrency.symbol === 'USDT');
  await ok(api.delete(`/app-cryptocurrency/${tether.id}`));
  return { app, key };
}

async function makeLinks({ api, app, name }: Person, keyed: Json): Promise<Sales['links']> {
  const link = async (appId: string, slug: string, total: string) => {
    const body = { app_id: appId, slug, currency: 'USD', total, description: `Tickets of ${name}` };
    return { ...(await ok<Json>(api.post('/payment-link', body))), appId, total };
  };
  const renamed = await link(app.id, `${name}-before`, '21.00');
  await ok(api.put(`/payment-link/${renamed.id}`, { slug: `${name}-after` }));
  return [
    await link(app.id, `${name}-link`, '25.00'),
    await link(keyed.id, `${name}-keyed`, '30.00'),
    await link(app.id, `${name}-moving`, '22.00'),
    { slug: `${name}-after`, appId: app.id, total: '21.00' },
  ];
}

/** Requests another receiving address and another target of a slug. Both wait for a day. */
async function makeWaitingChanges({ api, app, name }: Person, keyed: Json, links: Sales['links']): Promise<void> {
  await ok(api.post('/app-address', { app_id: app.id, network: 'local', kind: 'address', value: newAddress() }));
  const body = { app_id: keyed.id, slug: `${name}-target`, currency: 'USD', total: '22.00' };
  const target = await ok<Json>(api.post('/payment-link', body));
  await ok(api.put(`/payment-link/${target.id}`, { slug: links[2]?.slug }));
}

/** Opens the page of a link as a customer, up to a quote. */
async function visit(parts: Parts, slug: string): Promise<void> {
  const form = { method: 'POST', body: new URLSearchParams(), redirect: 'manual' } as const;
  const answer = await fetch(`${parts.service.url}/link/${slug}`, form);
  const id = /\/pay\/([0-9a-f-]{36})/.exec(answer.headers.get('location') ?? '')?.[1];
  if (id === undefined) throw new Error(`The link ${slug} answered ${answer.status}`);
  await attempt(parts, id, 'ETH');
}

async function saleAt(parts: Parts, { api }: Person, keyed: Json, total: string): Promise<Sale> {
  const invoice = await ok<Json>(api.post('/invoice', { app_id: keyed.id, total, currency: 'USD' }));
  return { invoice, quote: await attempt(parts, invoice.id, 'ETH') };
}

/** Creates an attempt to pay, from a new address. */
export async function attempt({ service }: Parts, invoiceId: string, cryptocurrency: string): Promise<Json> {
  const body = { invoice_id: invoiceId, from: newAddress(), cryptocurrency, network: 'local' };
  const response = await fetch(`${service.apiUrl}/transaction?v=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const made = (await response.json()) as Json;
  if (response.status !== 201) throw new Error(JSON.stringify(made));
  return made;
}

type Paying = { readonly sale: Sale; readonly units: bigint } | { readonly to: string; readonly units: bigint };

/** Mines the payments and this many blocks in total, and reads them. */
async function pay(parts: Parts, payments: readonly Paying[], blocks: number): Promise<string[]> {
  const { chain, instance, owner } = parts;
  const hashes = chain.mine(
    ...payments.map((one) => {
      const [from, to] = 'sale' in one ? [one.sale.quote.from, one.sale.quote.to] : [newAddress(), one.to];
      return { from, to, units: one.units };
    }),
  );
  for (let block = 1; block < blocks; block += 1) chain.mine();
  await readChain(instance, { chain, owner, known: null });
  return hashes;
}

/** A payment without a quote. */
function unexpected(to: string, thousandths: bigint): Paying {
  return { to, units: thousandths * 10n ** 15n };
}

/** Smallest units of ETH. */
export function etherOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(18, '0'));
}
