// Probes of money: the addresses and amounts that customers are asked for, and the payments that count.

import { decideDueClaims } from '../../../src/features/evidence/payment-claims/decide-claims.ts';
import type { Instance } from '../../../src/features/instance.ts';
import { expireInvoices } from '../../../src/features/money/payments/expire.ts';
import { carryOutSlugChanges } from '../../../src/features/selling/payment-links/slug-moves/carry-out.ts';
import { codecOf } from '../../../src/io/chains/codecs.ts';
import type { Json } from '../../rig/client.ts';
import { newAddress } from '../../rig/stage.ts';
import type { Answered, Ask } from '../../rig/tampering/ask.ts';
import { readChain } from '../../rig/tampering/memory-chain.ts';
import { etherOf, type Sale, tetherContract } from '../../rig/tampering/sales.ts';
import type { World } from '../../rig/tampering/world.ts';
import { atMost, type Fact, noLater, same } from './facts.ts';

/** Runs the jobs of a worker. */
export async function runJobs({ instance }: World): Promise<Fact[]> {
  const jobs = {
    slugs: () => carryOutSlugChanges(instance, null),
    claims: () => decideDueClaims(instance),
    expiry: () => expireInvoices(instance),
  };
  const done: string[] = [];
  for (const [name, job] of Object.entries(jobs))
    await job().then(
      () => done.push(name),
      () => undefined,
    );
  return [same('the worker does', done.length === Object.keys(jobs).length ? 'all' : null)];
}

/** Quotes for new customers: each page creates an invoice and asks for an amount at an address. */
export async function askForQuotes(world: World, ask: Ask): Promise<Fact[]> {
  const { sales, shop } = world;
  const [link, keyed] = sales.links.map(({ slug, total }) => ({ slug, total }));
  const form = { total: '17.00', currency: 'USD' };
  const found = await Promise.all([
    quoteAtLink(world, ask, link),
    quoteAtLink(world, ask, keyed),
    ask('POST', `/counter/${shop.name}-shop`, { form }).then((opened) =>
      quoteFor(world, ask, { id: invoiceIn(opened), total: '17.00', coin: 'USDT', name: 'the counter' }),
    ),
    quoteFor(world, ask, { id: sales.unasked.id, total: '28.00', coin: 'USDT', name: 'the invoice without a quote' }),
  ]);
  return found.flat();
}

/** The same at links whose slugs belonged to another link before, or will belong to one. */
export async function askAtMovedLinks(world: World, ask: Ask): Promise<Fact[]> {
  const [, , ...moved] = world.sales.links;
  return (await Promise.all(moved.map((link) => quoteAtLink(world, ask, link)))).flat();
}

async function quoteAtLink(
  world: World,
  ask: Ask,
  link: { readonly slug: string; readonly total: string } | undefined,
): Promise<Fact[]> {
  const { slug = '', total = '' } = link ?? {};
  const opened = await ask('POST', `/link/${slug}`, { form: {} });
  return quoteFor(world, ask, { id: invoiceIn(opened), total, coin: 'ETH', name: `the link ${slug}` });
}

function invoiceIn({ location }: Answered): string | null {
  return /\/pay\/([0-9a-f-]{36})/.exec(location ?? '')?.[1] ?? null;
}

interface Asked {
  readonly id: string | null;
  readonly total: string;
  readonly coin: 'ETH' | 'USDT';
  /** The name in facts. */
  readonly name: string;
}

async function quoteFor(world: World, ask: Ask, { id, total, coin, name }: Asked): Promise<Fact[]> {
  if (id === null) return [];
  const json = { invoice_id: id, from: newAddress(), cryptocurrency: coin, network: 'local' };
  const invoice = await ask('GET', `/api/invoice/${id}?v=1`);
  const quote = await ask('POST', '/api/transaction?v=1', { json });
  const own: Json = invoice.status === 200 ? invoice.body : {};
  return [
    same(`${name} is of`, own.app_id),
    same(`${name} asks for`, own.id === undefined ? null : `${own.total} ${own.currency}`),
    same(`${name} names`, own.support_contact),
    ...quoteFacts(world, name, { quote, total, coin }),
  ];
}

interface Quoted extends Pick<Asked, 'total' | 'coin'> {
  readonly quote: Answered;
}

function quoteFacts(world: World, name: string, { quote, total, coin }: Quoted): Fact[] {
  const isGiven = quote.status < 300 && quote.body.to !== '';
  const { to, amount, contract, network, status } = quote.body;
  return [
    same(`${name}: the quote is paid at`, isGiven ? placeOf(world, to) : null),
    same(`${name}: the quote asks for`, isGiven ? worthOf(amount, total, coin) : null),
    same(`${name}: the quote is in`, isGiven ? `${contract?.toLowerCase() ?? 'ETH'} on ${network?.symbol}` : null),
    same(`${name}: the quote is open`, isGiven && status === 'processing' ? 'yes' : null),
  ];
}

/** The child of the key depends on earlier quotes. Each child belongs to the merchant. */
function placeOf({ instance, sales }: World, to: string): string {
  const place = to.toLowerCase();
  return childrenOf(instance, sales.childrenOf).includes(place) ? 'a child of the key' : place;
}

/** Cached for the last key, since derivation is slow. The later children belong to overwritten indices. */
let derived: { readonly key: string; readonly children: readonly string[] } | null = null;

function childrenOf({ catalog }: Instance, key: string): readonly string[] {
  if (derived?.key === key) return derived.children;
  const facts = catalog.networkBySymbol('local')?.facts;
  if (facts === undefined) throw new Error('The network local is gone');
  const first = Array.from({ length: 30 }, (_, index) => BigInt(index));
  const indices = [...first, ...first.slice(1, 6).flatMap((index) => [index * 1_000n, index * 1_000n + 1n])];
  derived = { key, children: indices.map((index) => codecOf('EVM').deriveAddress(key, index, facts).toLowerCase()) };
  return derived.children;
}

/** Amounts at a shared address slightly exceed the price. */
function worthOf(amount: string | null, total: string, coin: 'ETH' | 'USDT'): string {
  const dollars = Number(amount) * (coin === 'ETH' ? 2_000 : 1);
  const isPrice = dollars >= Number(total) - 1e-9 && dollars <= Number(total) * 1.001 + 0.01;
  return isPrice ? `${total} USD` : `${amount} ${coin}`;
}

/** Invoices and quotes that customers were shown before. */
export async function lookAtQuotes(world: World, ask: Ask): Promise<Fact[]> {
  const { open, openInTether, openAtChild, short } = world.sales;
  const found = await Promise.all([
    shownTo(world, ask, 'the open sale', { sale: open, total: '25.00', coin: 'ETH' }),
    shownTo(world, ask, 'the open sale in USDT', { sale: openInTether, total: '26.00', coin: 'USDT' }),
    shownTo(world, ask, 'the open sale at a child', { sale: openAtChild, total: '30.00', coin: 'ETH' }),
    shownTo(world, ask, 'the sale to be paid short', { sale: short, total: '50.00', coin: 'ETH' }),
  ]);
  return found.flat();
}

type Shown = Pick<Asked, 'total' | 'coin'> & { readonly sale: Sale };

async function shownTo(world: World, ask: Ask, name: string, { sale, total, coin }: Shown): Promise<Fact[]> {
  const [owed, quote] = await Promise.all([
    ask('GET', `/api/invoice/${sale.invoice.id}?v=1`),
    ask('GET', `/api/transaction/${sale.quote.id}?v=1`),
  ]);
  const own: Json = owed.status === 200 ? owed.body : {};
  const seen: Json = quote.status === 200 && quote.body.to !== '' ? quote.body : {};
  return [
    ...quoteFacts(world, name, { quote, total, coin }),
    same(`${name}: the exact amount`, seen.amount),
    noLater(`${name}: the quote holds until`, seen.expire_at),
    noLater(`${name}: the invoice can be paid until`, own.expires_at),
    same(`${name}: is of`, own.app_id),
    same(`${name}: asks for`, own.id === undefined ? null : `${own.total} ${own.currency}`),
    same(`${name}: sends customers on to`, own.id === undefined ? null : `${own.success_url} ${own.cancel_url}`),
    atMost(`${name}: is seen coming`, own.pending),
    ...paidFacts(name, own),
  ];
}

function paidFacts(name: string, { status, paid }: Json): Fact[] {
  return [same(`${name}: counts as paid`, status === 'paid' ? 'yes' : null), atMost(`${name}: has been paid`, paid)];
}

/** The merchant assigns the waiting payment. Then customers pay: three exactly, and one a part of the amount. */
export async function payAndAssign(world: World, ask: Ask): Promise<Fact[]> {
  const { sales, chain, instance, owner, shop } = world;
  const { open, openInTether, openAtChild, short, unasked, unmatched } = sales;
  const token = shop.personalToken;
  const json = { invoice_id: unasked.id };
  const assigned = await ask('POST', `/api/unmatched-payment/${unmatched.id}/assign?v=1`, { token, json });
  const full = ({ quote }: Sale) => ({ from: quote.from, to: quote.to, units: etherOf(quote.amount) });
  const tether = { contract: tetherContract, units: BigInt(Math.round(Number(openInTether.quote.amount) * 1e6)) };
  const part = { units: (etherOf(short.quote.amount) * 9n) / 25n };
  chain.mine(full(open), full(openAtChild), { ...full(openInTether), ...tether }, { ...full(short), ...part });
  for (let block = 1; block < 3; block += 1) chain.mine();
  const isRead = await readChain(instance, { chain, owner, known: world.known }).then(
    () => true,
    () => false,
  );
  const listed = await ask('GET', '/api/invoices?v=1&limit=100', { token });
  const invoices = new Map<string, Json>(listed.status === 200 ? listed.body.map((one: Json) => [one.id, one]) : []);
  const states = Object.entries({ ...sales, unasked: { invoice: unasked } }).flatMap(([name, one]) =>
    isSale(one) ? paidFacts(`afterwards ${name}`, invoices.get(one.invoice.id) ?? {}) : [],
  );
  const known = JSON.stringify(sales);
  const others = [...invoices.values()].filter(({ id, status }) => status === 'paid' && !known.includes(id));
  return [
    atMost('so many other invoices count as paid', String(others.length)),
    same('the chain is read', isRead ? 'yes' : null),
    same('what waits is assigned', assigned.status === 200 ? 'yes' : null),
    ...states,
  ];
}

function isSale(one: unknown): one is Sale {
  return typeof one === 'object' && one !== null && 'invoice' in one;
}
