// Compares creating and reading payments over HTTP with a bare INSERT and a bare SELECT on the same libraries.
import { benchDatabase } from '../bench-database.ts';
import { type Child, cpuMillis, startChild } from '../child.ts';
import { figure, type Row } from '../table.ts';
import type { FloorStart, FloorStarted } from './floor-server.ts';
import type { Load, LoadResult } from './load-generator.ts';
import { type ProductStand, startProduct } from './product-stand.ts';
import {
  commerceRequests,
  createRequests,
  epayRequests,
  epusdtRequests,
  floorInserts,
  floorSelects,
  greenfieldRequests,
  invoiceRequests,
  readRequests,
} from './requests.ts';

const connections = 32;
/** The same as in the service. */
const maxConnections = 20;
const rounds = 3;
const secondsPerRun = 4;
const warmUpSeconds = 2;
const warmUpRequests = 5_000;
/** How many more requests to prepare for a run than the warm-up suggests. */
const headroom = 1.7;
const singleCreates = 400;

interface Contender {
  readonly name: string;
  readonly kind: keyof typeof bounds;
  readonly pid: number;
  /** Prepares data for this many requests, so that no preparation happens right before a run. */
  readonly prepare: (count: number) => Promise<void>;
  /** A fresh load of this many requests. */
  load(count: number): Pick<Load, 'port' | 'requests' | 'repeat'>;
  /** A part of each successful answer, where the status does not say it. */
  readonly mark?: string;
  readonly runs: Run[];
}

interface Run {
  readonly perSecond: number;
  readonly p99: number;
  /** CPU time for each request in microseconds; null if the system does not report it. */
  readonly cpu: number | null;
}

export async function benchApi(tell: (line: string) => void): Promise<Row[]> {
  const database = await benchDatabase();
  const generator = startChild(new URL('./load-generator.ts', import.meta.url));
  const floor = startChild(new URL('./floor-server.ts', import.meta.url));
  let product: ProductStand | null = null;
  try {
    tell('starting the service and the floor on one database');
    product = await startProduct(database.url, process.env.BENCH_NODE_OPTIONS ?? '');
    const { port } = await floor.ask<FloorStarted>({ databaseUrl: database.url, maxConnections } satisfies FloorStart);
    const drive = (load: Load) => driven(generator, load);
    const creating = await race(creators(product, floor, port), drive, tell);
    const reading = await race(await readers(product, floor, port, drive), drive, tell);
    tell('creating with one request in flight');
    const single = await singleCreate(product, drive);
    const doors = await race(ordering(product), drive, tell);
    return [...rowsOf(creating), ...rowsOf(reading), single, ...rowsOf(doors)];
  } finally {
    await product?.service.stop();
    await floor.stop();
    await generator.stop();
    await database.drop();
  }
}

function creators(product: ProductStand, floor: Child, floorPort: number): Contender[] {
  const port = Number(new URL(product.service.url).port);
  const pid = product.service.pid();
  const stock: string[] = [];
  const creator = (name: string, token: string | null): Contender => ({
    name,
    kind: 'create',
    pid,
    runs: [],
    prepare: async (count) => void stock.push(...(await product.invoices(count))),
    load: (count) => {
      const requests = createRequests(stock.splice(0, count), token === null ? null : { token });
      return { port, requests, repeat: false };
    },
  });
  return [
    {
      name: 'bare INSERT',
      kind: 'create',
      pid: floor.pid,
      runs: [],
      prepare: nothing,
      load: (count) => ({ port: floorPort, requests: floorInserts(count), repeat: false }),
    },
    creator('create payment, as a customer', null),
    creator('create payment, app token and idempotency key', product.appToken),
    {
      name: 'create invoice, app token',
      kind: 'invoice',
      pid,
      runs: [],
      prepare: nothing,
      load: (count) => ({ port, requests: invoiceRequests(count, { token: product.appToken }), repeat: false }),
    },
  ];
}

/** Orders through doors against POST /invoice, which a shop without a door would call. */
function ordering({ service, appToken, doors }: ProductStand): Contender[] {
  const contender = (name: string, kind: Contender['kind'], requests: (count: number) => string[]): Contender => ({
    ...{ name, kind, pid: service.pid(), runs: [], prepare: nothing },
    load: (count) => ({ port: Number(new URL(service.url).port), requests: requests(count), repeat: false }),
  });
  return [
    contender('POST /invoice', 'invoice', (count) => invoiceRequests(count, { token: appToken })),
    { ...contender('EPay mapi.php', 'door', (count) => epayRequests(count, doors)), mark: '"code":1,' },
    contender('Greenfield invoices', 'door', (count) => greenfieldRequests(count, doors)),
    contender('Commerce charges', 'door', (count) => commerceRequests(count, doors)),
    {
      ...contender('Epusdt create-transaction', 'doorWithPayment', (count) => epusdtRequests(count, doors)),
      mark: '"status_code":200,',
    },
  ];
}

async function readers(
  product: ProductStand,
  floor: Child,
  floorPort: number,
  drive: (load: Load) => Promise<LoadResult>,
): Promise<Contender[]> {
  const port = Number(new URL(product.service.url).port);
  const requests = createRequests(await product.invoices(keptIds), null);
  const [made, bare] = [
    await drive({ port, requests, connections, seconds: 60, repeat: false }),
    await drive({ port: floorPort, requests: floorInserts(keptIds), connections, seconds: 60, repeat: false }),
  ];
  const ids = idsOf(made);
  const pid = product.service.pid();
  const reader = (name: string, token: string | null): Contender => ({
    name,
    kind: 'read',
    pid,
    runs: [],
    prepare: nothing,
    load: () => ({ port, requests: readRequests(ids, token === null ? null : { token }), repeat: true }),
  });
  return [
    {
      name: 'bare SELECT',
      kind: 'read',
      pid: floor.pid,
      runs: [],
      prepare: nothing,
      load: () => ({ port: floorPort, requests: floorSelects(idsOf(bare)), repeat: true }),
    },
    reader('read payment, as a customer', null),
    reader('read payment, app token', product.appToken),
  ];
}

const keptIds = 2_000;
const nothing = () => Promise.resolve();

function idsOf({ samples }: LoadResult): string[] {
  return samples.map((body) => (JSON.parse(body) as { id: string }).id);
}

/** All contenders warm up and then take turns, so that disturbances affect all of them. The first is the floor. */
async function race(
  contenders: Contender[],
  drive: (load: Load) => Promise<LoadResult>,
  tell: (line: string) => void,
): Promise<Contender[]> {
  const perRun = new Map<Contender, number>();
  for (const contender of contenders) {
    await contender.prepare(warmUpRequests);
    const warmUp = await drive({ ...contender.load(warmUpRequests), connections, seconds: warmUpSeconds });
    const { count, seconds } = marked(contender, warmUp);
    perRun.set(contender, Math.ceil((count / seconds) * secondsPerRun * headroom));
  }
  for (const contender of contenders) await contender.prepare(rounds * (perRun.get(contender) ?? 0));
  for (let round = 1; round <= rounds; round++) {
    for (const contender of contenders) {
      const { name, pid, runs } = contender;
      const prepared = contender.load(perRun.get(contender) ?? 0);
      const before = cpuMillis(pid);
      const result = marked(contender, await drive({ ...prepared, connections, seconds: secondsPerRun }));
      const after = cpuMillis(pid);
      const perSecond = result.count / result.seconds;
      const cpu = before === null || after === null ? null : ((after - before) * 1000) / result.count;
      runs.push({ perSecond, p99: result.p99, cpu });
      tell(`${round}/${rounds} ${name}: ${perSecond.toFixed(0)}/s, p99 ${result.p99.toFixed(1)} ms`);
    }
  }
  return contenders;
}

/** Throws if an answer is a failure in spite of its status. */
function marked({ name, mark = '' }: Contender, result: LoadResult): LoadResult {
  const failure = result.samples.find((body) => !body.includes(mark));
  if (failure !== undefined) throw new Error(`${name}: ${failure}`);
  return result;
}

/** A run with failed requests is invalid and throws. */
async function driven(generator: Child, load: Load): Promise<LoadResult> {
  const result = await generator.ask<LoadResult>(load);
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.count} failed:\n${result.firstFailure}`);
  return result;
}

/** Bounds for the rate, relative to the floor's, and for p99 and CPU time, as multiples of the floor's. */
const bounds = {
  create: { rate: { goal: 'A1', must: 0.35, promised: 0.6 }, times: { must: 3, promised: 2 } },
  /** A transaction of several statements is compared with one statement. */
  invoice: { rate: { goal: 'A6', must: 0.1, promised: 0.2 }, times: { must: 15, promised: 8 } },
  /** The same work, signed and named otherwise. */
  door: { rate: { goal: 'A7', must: 0.5, promised: 0.9 }, times: { must: 3, promised: 1.2 } },
  /** An invoice and a payment, compared with an invoice. */
  doorWithPayment: { rate: { goal: 'A7', must: 0.2, promised: 0.4 }, times: { must: 6, promised: 3 } },
  read: { rate: { goal: 'A2', must: 0.5, promised: 0.7 }, times: { must: 3, promised: 2 } },
};

function rowsOf([floor, ...products]: Contender[]): Row[] {
  if (floor === undefined) return [];
  const pick = (from: Contender, unit: string, of: (run: Run) => number) => figure(unit, from.runs.map(of));
  return products.flatMap((product) => {
    const compare = (unit: string, of: (run: Run) => number) => ({
      product: pick(product, unit, of),
      floor: pick(floor, unit, of),
      judged: 'ratio' as const,
    });
    const { rate, times } = bounds[product.kind];
    const lower = { better: 'lower' as const, ...times };
    const rows: Row[] = [
      { ...rate, what: product.name, better: 'higher', ...compare('/s', (run) => run.perSecond) },
      { goal: 'A3', what: `  its p99 at ${connections} connections`, ...lower, ...compare('ms', (run) => run.p99) },
    ];
    if (product.runs.some((run) => run.cpu === null)) return rows;
    return [...rows, { goal: 'A4', what: '  its CPU a request', ...lower, ...compare('µs', (run) => run.cpu ?? 0) }];
  });
}

async function singleCreate(product: ProductStand, drive: (load: Load) => Promise<LoadResult>): Promise<Row> {
  const port = Number(new URL(product.service.url).port);
  const p99s: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const requests = createRequests(await product.invoices(singleCreates), { token: product.appToken });
    const { p99 } = await drive({ port, requests, connections: 1, seconds: 60, repeat: false });
    p99s.push(p99);
  }
  return {
    goal: 'A5',
    what: 'create payment, one in flight, p99',
    product: figure('ms', p99s),
    floor: null,
    judged: 'product',
    better: 'lower',
    must: 25,
    promised: 10,
  };
}
