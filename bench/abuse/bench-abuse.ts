// Measures whether a merchant notices abuse by others: streams, pictures, slow bodies and anonymous requests, all at
// once.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { type Json, ok } from '../../test/rig/client.ts';
import { type Anvil, startAnvil } from '../../test/rig/evm/anvil.ts';
import { localNetwork } from '../../test/rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../../test/rig/service.ts';
import { benchDatabase } from '../bench-database.ts';
import { type Child, startChild } from '../child.ts';
import { type Figure, percentile, type Row } from '../table.ts';
import { type MerchantsCalls, merchantsCalls, patienceMillis } from './merchants-calls.ts';
import type { Assault, StrangersOrder, Tally } from './strangers.ts';

const seconds = 60;
const calmSeconds = 10;
const invoices = 5;
/** With fewer pictures, the effect of the other requests is measured. */
const pictures = Number(process.env.BENCH_PICTURES ?? 40);
/** About 672 bytes that decode to 25 megapixels. */
const pictureSide = 4_990;

interface Stand {
  readonly anvil: Anvil;
  /** One connection for all queries, since each new one costs the machine work. */
  readonly database: pg.Client;
  readonly service: ServiceProcess;
  readonly merchant: Merchant;
  readonly calls: MerchantsCalls;
  readonly strangers: Child;
}

export async function benchAbuse(tell: (line: string) => void): Promise<readonly Row[]> {
  tell('starting a chain, the service and the strangers');
  const database = await benchDatabase();
  const anvil = await startAnvil({ blockTimeSeconds: 2 });
  const strangers = startChild(new URL('./strangers.ts', import.meta.url));
  const looks = new pg.Client({ connectionString: database.url });
  let service: ServiceProcess | null = null;
  let calls: MerchantsCalls | null = null;
  try {
    await looks.connect();
    const local = localNetwork(anvil, { poll_interval_ms: 500 });
    const config = { networks: { local }, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } };
    service = await startServiceProcess({ databaseUrl: database.url, config, env: { LOG_LEVEL: 'fatal' } });
    const merchant = await createMerchant(service, {
      accepts: [['ETH', 'local']],
      receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    });
    calls = merchantsCalls(service, merchant);
    return await measure({ anvil, database: looks, service, merchant, calls, strangers }, tell);
  } finally {
    calls?.close();
    await looks.end();
    await strangers.stop();
    await service?.stop();
    await anvil.stop();
    await database.drop();
  }
}

async function measure(stand: Stand, tell: (line: string) => void): Promise<Row[]> {
  const { service, merchant, strangers } = stand;
  const calm = await watch(stand, calmSeconds);
  tell(`before: ${told(calm)}`);
  const assault = await assaultOn(service, merchant);
  const opened = await order(strangers, { what: 'follow', assault });
  tell(`${toldTally(opened)}; now the rest of it for ${seconds} s`);
  const [seen, tally] = await Promise.all([watch(stand, seconds), order(strangers, { what: 'assault', assault })]);
  tell(`meanwhile: ${told(seen)}`);
  tell(toldTally(tally));
  // With fewer streams the load would be too light to count.
  const fewStreams = (opened['stream 200'] ?? 0) < 4_500;
  const missing = fewStreams ? { void: `only ${opened['stream 200'] ?? 0} streams were opened` } : {};
  const row = (what: string, product: Figure, promised: number): Row => ({
    goal: 'X1',
    what,
    product,
    floor: null,
    judged: 'product',
    better: 'lower',
    must: promised,
    promised,
    ...missing,
  });
  return [
    row('under abuse, a merchant’s request, p99', worst('ms', seen.calls, 0.99), 100),
    row('  sign-in, slowest', worst('ms', seen.signIns, 1), 1_000),
    row('  memory of the service, most', worst('MB', seen.megabytes, 1), 600),
    row('  blocks that the watcher is behind, most', worst('blocks', seen.behind, 1), 1),
  ];
}

/**
 * Creates invoices to follow, and signed upload URLs for pictures, which belong to another merchant of the instance.
 */
async function assaultOn(service: ServiceProcess, merchant: Merchant): Promise<Assault> {
  const invoiceIds: string[] = [];
  for (let made = 0; made < invoices; made++) {
    const body = { total: `${100 + made}.00`, currency: 'USD' };
    invoiceIds.push((await ok<Json>(merchant.appApi.post('/invoice', body))).id);
  }
  const background = { r: 200, g: 30, b: 30 };
  const canvas = sharp({ create: { width: pictureSide, height: pictureSide, channels: 3, background } });
  const picture = await canvas.avif({ effort: 0 }).toBuffer();
  const neighbour = await createMerchant(service);
  const pictureHeads: string[] = [];
  for (let asked = 0; asked < pictures; asked++) {
    const wanted = { content_type: 'image/avif', size: picture.length };
    const { url, method, headers } = await ok<Json>(neighbour.api.post('/upload-target', wanted));
    const { pathname, search } = new URL(url);
    const about = { Host: 'bench', 'Content-Length': picture.length, ...headers };
    const lines = Object.entries(about).map(([name, value]) => `${name}: ${String(value)}`);
    pictureHeads.push([`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  }
  const port = Number(new URL(service.url).port);
  return { port, invoiceIds, appId: merchant.app.id, pictureHeads, picture, seconds };
}

function order(strangers: Child, message: StrangersOrder): Promise<Tally> {
  return strangers.ask(message);
}

interface Seen {
  /** Durations in milliseconds of a merchant's calls with the app's token, and of sign-ins. */
  readonly calls: number[];
  readonly signIns: number[];
  /** Memory of the service and all processes that it started. */
  readonly megabytes: number[];
  readonly behind: number[];
}

/** Measures the merchant's and the operator's view for this many seconds. */
async function watch(stand: Stand, forSeconds: number): Promise<Seen> {
  const seen: Seen = { calls: [], signIns: [], megabytes: [], behind: [] };
  const end = performance.now() + forSeconds * 1_000;
  const every = async (millis: number, act: (time: number) => Promise<void>) => {
    for (let time = 0; performance.now() < end; time++) {
      const [pause] = [delay(millis), await act(time)];
      await pause;
    }
  };
  await Promise.all([
    every(100, async (time) => void seen.calls.push(await timed(() => stand.calls.call(time)))),
    every(3_000, async (time) => void seen.signIns.push(await timed(() => stand.calls.signIn(time)))),
    every(500, async () => void seen.megabytes.push(residentMegabytes(stand.service.pid()))),
    every(1_000, async () => void seen.behind.push(await blocksBehind(stand))),
  ]);
  return seen;
}

/** A call that fails counts as never answered. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  try {
    await act();
    return performance.now() - started;
  } catch {
    return patienceMillis;
  }
}

function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const ofChildren = children === '' ? [] : children.split(' ').map((child) => residentMegabytes(Number(child)));
    return ofChildren.reduce((sum, one) => sum + one, Number(kilobytes) / 1_000);
  } catch {
    // The process ended between listing and reading.
    return 0;
  }
}

async function blocksBehind({ anvil, database }: Stand): Promise<number> {
  const head = await anvil.blockNumber();
  // A block this new does not count as a delay.
  await delay(1_000);
  const { rows } = await database.query<{ read: number }>(
    'select coalesce(max(block_number), 0)::int as read from network_cursors',
  );
  return Math.max(0, head - (rows[0]?.read ?? 0));
}

/** Reports a percentile (`share`, from 0 to 1) instead of the median, since rare slow calls matter too. */
function worst(unit: string, values: readonly number[], share: number): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  return { unit, median: percentile(sorted, share), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

function told({ calls, signIns, megabytes, behind }: Seen): string {
  const [p50, p99] = [0.5, 0.99].map((share) => worst('ms', calls, share).median.toFixed(0));
  const most = (values: readonly number[]) => Math.max(...values).toFixed(0);
  return [
    `a merchant’s call p50 ${p50} ms, p99 ${p99} ms`,
    `sign-in at most ${most(signIns)} ms; ${most(megabytes)} MB; ${most(behind)} blocks behind`,
  ].join('; ');
}

function toldTally(tally: Tally): string {
  return Object.entries(tally)
    .toSorted()
    .map(([what, times]) => `${what}: ${times}`)
    .join(', ');
}
