// Counts calls, bytes and credits at endpoints while nothing happens, and while one customer has an open attempt.
import { setTimeout as delay } from 'node:timers/promises';
import { costOf, priceLists } from '../../src/core/config/price-lists.ts';
import { evmNetworks } from '../../src/features/known/catalog/registry/evm-networks.ts';
import { evmChain } from '../../src/io/chains/evm/chain.ts';
import { type Json, ok, until } from '../../test/rig/client.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../../test/rig/service.ts';
import { newAddress, newExtendedKey } from '../../test/rig/stage.ts';
import { benchDatabase, runSql } from '../bench-database.ts';
import { figure, type Row } from '../table.ts';
import { type EmptyChain, startEmptyChain } from './empty-chain.ts';

/** Networks, with the seconds between their blocks. */
const idleNetworks: Readonly<Record<string, { chainId: number; blockSeconds: number }>> = {
  ethereum: { chainId: 1, blockSeconds: 12 },
  base: { chainId: 8_453, blockSeconds: 2 },
  arbitrum: { chainId: 42_161, blockSeconds: 0.25 },
  optimism: { chainId: 10, blockSeconds: 2 },
  polygon: { chainId: 137, blockSeconds: 2 },
  bsc: { chainId: 56, blockSeconds: 0.75 },
  avalanche: { chainId: 43_114, blockSeconds: 1.6 },
  gnosis: { chainId: 100, blockSeconds: 5 },
  linea: { chainId: 59_144, blockSeconds: 2 },
};
const ethereumGenesis = 1_606_824_023;
/** How often an idle network is polled in the product, and how often in this benchmark. */
const idleSeconds = 150;
const playedMillis = 250;
const looksPerDay = 86_400 / idleSeconds;
/** The interval of the additional status calls of a poll. */
const statusSeconds = 10_800;
/** On each network: as many addresses as a small shop has in use at a time. */
const shownAddresses = 3;
/** How long one customer is observed. The goal is stated for about five times as long. */
const openSeconds = 180;
const openGoalSeconds = 900;

type Counted = { readonly calls: ReadonlyMap<string, number>; readonly bytes: number };

export async function benchIdle(tell: (line: string) => void): Promise<Row[]> {
  return [...(await idleDay(tell)), await openAttempt(tell)];
}

/** Simulates a day of polls of nine networks as fast as possible. */
async function idleDay(tell: (line: string) => void): Promise<Row[]> {
  const speed = (idleSeconds * 1000) / playedMillis;
  const chains = await startChains(Object.entries(idleNetworks), speed);
  const networks = Object.fromEntries(
    [...chains].map(([symbol, { url }]) => [symbol, { rpc: [url], idle_every: `${playedMillis}ms` }]),
  );
  const stand = await startStand(networks, Object.keys(idleNetworks));
  try {
    tell('showing addresses, and waiting until nothing is open');
    for (const symbol of chains.keys()) await showAddresses(stand.merchant, symbol, shownAddresses);
    await stand.untilSwept();
    await delay(playedMillis * 8);
    tell(`${looksPerDay} looks at ${chains.size} networks`);
    for (const chain of chains.values()) chain.reset();
    while ([...chains.values()].some((chain) => looksOf(chain) < looksPerDay)) await delay(1_000);
    const looks = new Map([...chains].map(([symbol, { calls, bytes }]) => [symbol, { calls: new Map(calls), bytes }]));
    const days: Counted[] = [];
    for (const [symbol, counted] of looks)
      days.push(dayOf(counted, await statusOf(symbol, chains.get(symbol) as EmptyChain)));
    return idleRows(days);
  } finally {
    await stand.stop();
    for (const chain of chains.values()) await chain.close();
  }
}

/** The number of polls. Each requests the head and the last polled block; a network without tokens requests no logs. */
function looksOf({ calls }: Counted): number {
  return Math.floor((calls.get('eth_getBlockByNumber') ?? 0) / 2);
}

/** The additional status calls, as many as in a day at the real pace. */
async function statusOf(symbol: string, chain: EmptyChain): Promise<ReadonlyMap<string, number>> {
  const entry = evmNetworks.find((one) => one.symbol === symbol);
  const contracts = (entry?.tokens ?? []).map(({ contract }) => ({ address: contract }));
  const reader = evmChain({ symbol, chainId: entry?.chainId ?? 0, endpoints: [chain.url], contracts });
  await reader.verify();
  chain.reset();
  await reader.finalized();
  for (const { address } of contracts) {
    await reader.tokenFacts?.(address);
    await reader.blockedAddresses?.(address, []);
  }
  await reader.close();
  return new Map(chain.calls);
}

/** Scales the calls counted in some polls to a day. */
function dayOf(chain: Counted, status: ReadonlyMap<string, number>): Counted {
  const share = looksPerDay / looksOf(chain);
  const calls = new Map([...chain.calls].map(([method, count]) => [method, count * share]));
  const often = 86_400 / statusSeconds;
  for (const [method, count] of status) calls.set(method, (calls.get(method) ?? 0) + count * often);
  return { calls, bytes: chain.bytes * share };
}

function idleRows(days: readonly Counted[]): Row[] {
  const calls = new Map<string, number>();
  for (const day of days) for (const [method, count] of day.calls) calls.set(method, (calls.get(method) ?? 0) + count);
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
  const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
  const row = (goal: string, what: string, [value, bound, unit]: readonly [number, number, string]): Row => ({
    goal,
    what,
    product: figure(unit, [value]),
    floor: null,
    judged: 'product',
    better: 'lower',
    must: bound,
    promised: bound,
  });
  return [
    row('C1', 'nine EVM networks idle for a day: calls', [total, 26_000, 'calls']),
    row('C2', 'the same at Infura', [costOf(priceLists.infura, calls), 3_000_000, 'credits']),
    row('C3', 'the same at Alchemy', [costOf(priceLists.alchemy, calls), 1_000_000, 'CU']),
    row('C4', 'the same in answers', [bytes / 1e6, 100, 'MB']),
  ];
}

/** One customer with an open attempt on Ethereum, in real time. */
async function openAttempt(tell: (line: string) => void): Promise<Row> {
  const facts = idleNetworks.ethereum as { chainId: number; blockSeconds: number };
  const chain = await startEmptyChain({ ...facts, speed: 1, from: ethereumGenesis, isHashed: true });
  const stand = await startStand({ ethereum: { rpc: [chain.url] } }, ['ethereum']);
  try {
    await showAddresses(stand.merchant, 'ethereum', 1);
    await stand.untilSwept();
    await openOne(stand.merchant, 'ethereum');
    await delay(24_000);
    tell(`one open attempt on Ethereum for ${openSeconds} s`);
    chain.reset();
    await delay(openSeconds * 1000);
    const calls = ([...chain.calls.values()].reduce((sum, count) => sum + count, 0) * openGoalSeconds) / openSeconds;
    tell(`asked: ${[...chain.calls].map(([method, count]) => `${method} ${count}`).join(', ')}`);
    return {
      goal: 'C5',
      what: 'one open attempt on Ethereum for 15 minutes: calls',
      product: figure('calls', [calls]),
      floor: null,
      judged: 'product',
      better: 'lower',
      must: 350,
      promised: 350,
    };
  } finally {
    await stand.stop();
    await chain.close();
  }
}

async function startChains(
  networks: readonly (readonly [string, { chainId: number; blockSeconds: number }])[],
  speed: number,
): Promise<ReadonlyMap<string, EmptyChain>> {
  const started = await Promise.all(
    networks.map(async ([symbol, facts]) => [symbol, await startEmptyChain({ ...facts, speed })] as const),
  );
  return new Map(started);
}

interface Stand {
  readonly merchant: Merchant;
  untilSwept(): Promise<void>;
  stop(): Promise<void>;
}

async function startStand(networks: object, symbols: readonly string[]): Promise<Stand> {
  const database = await benchDatabase();
  const fixed = Object.fromEntries(['ETH', 'POL', 'BNB', 'AVAX', 'XDAI'].map((coin) => [coin, { USD: '2000' }]));
  let service: ServiceProcess | null = null;
  const stop = async () => {
    await service?.stop();
    await database.drop();
  };
  try {
    const key = newExtendedKey();
    const config = { networks, rates: { sources: [], fixed } };
    service = await startServiceProcess({ databaseUrl: database.url, config, env: { LOG_LEVEL: 'warn' } });
    const merchant = await createMerchant(service, {
      environment: 'production',
      accepts: symbols.map((symbol) => [coinOf(symbol), symbol] as const),
      receives: symbols.map((network) => ({ network, kind: 'xpub', value: key })),
    });
    return { merchant, untilSwept: () => untilSwept(database.url, symbols.length), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Shows this many addresses: creates an attempt for each and cancels it. */
async function showAddresses(merchant: Merchant, network: string, count: number): Promise<void> {
  for (let shown = 0; shown < count; shown += 1) {
    const attempt = await openOne(merchant, network);
    await ok(merchant.appApi.delete(`/transaction/${attempt.id}`));
  }
}

async function openOne(merchant: Merchant, network: string): Promise<Json> {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  const payment = { invoice_id: invoice.id, from: newAddress(), cryptocurrency: coinOf(network), network };
  return ok<Json>(merchant.appApi.post('/transaction', payment));
}

const coins: Readonly<Record<string, string>> = { polygon: 'POL', bsc: 'BNB', avalanche: 'AVAX', gnosis: 'XDAI' };

function coinOf(network: string): string {
  return coins[network] ?? 'ETH';
}

async function untilSwept(databaseUrl: string, count: number): Promise<void> {
  await until(
    async () => {
      const text = 'select count(*)::int as count from network_cursors where is_swept';
      const [row] = await runSql<{ count: number }>(databaseUrl, text);
      return row?.count === count;
    },
    'every network to be looked at as a whole',
    { withinMs: 120_000 },
  );
}
