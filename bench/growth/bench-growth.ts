// Compares the cost of a list in an app with a million invoices (product) and with ten thousand (floor). It must be the
// same.
import { loadSecretKey } from '../../src/io/secrets/secret-key.ts';
import { createMerchant } from '../../test/rig/merchant.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import { benchDatabase, runSql } from '../bench-database.ts';
import { benchNetworks } from '../bench-networks.ts';
import { signCopies } from '../sign-copies.ts';
import { figure, percentile, type Row } from '../table.ts';
import { fillApp, fillInvoice, type Model, modelOf } from './filled-app.ts';

const few = 10_000;
const many = 1_000_000;
/** Runs of each read. The fastest tenth counts, since it is least affected by other load. */
const runs = 5;
const readsPerRun = 40;

interface Read {
  readonly what: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
}

/** A service with a separate database and one app with the given number of invoices. */
interface Stand {
  readonly apiUrl: string;
  readonly token: string;
  readonly reads: readonly Read[];
  close(): Promise<void>;
}

export async function benchGrowth(tell: (line: string) => void): Promise<Row[]> {
  const small = await standOf(few, tell);
  try {
    const large = await standOf(many, tell);
    try {
      tell(`timing ${small.reads.length} reads`);
      const [before, after] = await measure(small, large);
      return after.map((timed, index) => rowOf(timed, before[index] as Timed));
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}

async function standOf(invoices: number, tell: (line: string) => void): Promise<Stand> {
  const database = await benchDatabase();
  const environment = { databaseUrl: database.url, config: benchNetworks, env: { LOG_LEVEL: 'warn' } };
  const service = await startServiceProcess({ ...environment, roles: 'api' });
  const close = async () => {
    await service.stop();
    await database.drop();
  };
  try {
    const merchant = await createMerchant(service, {
      accepts: [['ETH', 'local']],
      receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    });
    const secretKey = await loadSecretKey(service.dataDir, null);
    const model = { ...(await modelOf(database.url, merchant.appApi, merchant.app.id)), secretKey };
    for (let from = 1; from <= invoices; from += 100_000) {
      tell(`filling an app with ${invoices} invoices, from ${from} on`);
      await fillApp(model, from, Math.min(invoices, from + 99_999));
    }
    await fillInvoice(model, model.invoiceId, 40, 100);
    await signCopies(model.databaseUrl, secretKey);
    await runSql(model.databaseUrl, 'vacuum analyze');
    return { apiUrl: service.apiUrl, token: merchant.app.token, reads: await readsOf(model), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Every list: its first page, and one far behind it. */
async function readsOf(model: Model): Promise<Read[]> {
  const lists: Read[] = [
    { what: 'invoices', path: '/invoices', query: {} },
    ...['open', 'partially_paid', 'paid', 'expired', 'canceled'].map((status) => ({
      what: `invoices, ${status}`,
      path: '/invoices',
      query: { status },
    })),
    { what: 'unmatched payments', path: '/unmatched-payments', query: {} },
    { what: 'unmatched payments, dismissed', path: '/unmatched-payments', query: { status: 'dismissed' } },
    { what: 'events', path: '/events', query: {} },
  ];
  const deep: Read[] = [];
  for (const list of lists) deep.push(list, await farBehind(list, model));
  return [
    ...deep,
    { what: 'invoices of one order', path: '/invoices', query: { reference: 'order-5000' } },
    { what: 'invoices of no order', path: '/invoices', query: { reference: 'order-0' } },
    { what: 'transactions of an invoice', path: '/transactions', query: { invoice_id: model.invoiceId } },
    { what: 'transactions, a page', path: '/transactions', query: { invoice_id: model.invoiceId, limit: 20 } },
    { what: 'one invoice', path: `/invoice/${model.invoiceId}`, query: {} },
    { what: 'one transaction', path: `/transaction/${model.transactionId}`, query: {} },
  ];
}

/** The page that starts after a third of all rows of this list. */
async function farBehind(list: Read, { databaseUrl, appId }: Model): Promise<Read> {
  const table = list.path.slice(1).replace('-', '_');
  const wanted = list.query.status ?? (table === 'unmatched_payments' ? 'waiting' : null);
  const order = table === 'events' ? 'id desc' : 'created_at desc, id desc';
  const ofThese = `from ${table} where app_id = $1 ${wanted === null ? '' : `and status = '${wanted}'`}`;
  const [row] = await runSql<{ cursor: string }>(
    databaseUrl,
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || id as cursor
     ${ofThese} order by ${order} offset (select count(*) / 3 ${ofThese}) limit 1`,
    [appId],
  );
  const cursor = Buffer.from(row?.cursor ?? '', 'latin1').toString('base64url');
  return { ...list, what: `${list.what}, far behind`, query: { ...list.query, cursor } };
}

interface Timed {
  readonly what: string;
  /** Milliseconds for each run. */
  readonly times: number[];
  /** The number of returned objects. */
  objects: number;
}

/** The two stands take turns at each read, so that disturbances affect both. */
async function measure(small: Stand, large: Stand): Promise<[Timed[], Timed[]]> {
  const timedOf = ({ reads }: Stand) => reads.map(({ what }): Timed => ({ what, times: [], objects: 0 }));
  const found: [Timed[], Timed[]] = [timedOf(small), timedOf(large)];
  for (let run = -1; run < runs; run++) {
    for (const index of small.reads.keys()) {
      const times: [number[], number[]] = [[], []];
      for (let count = 0; count < readsPerRun; count++) {
        for (const [which, stand] of [small, large].entries()) {
          const { millis, objects } = await ask(stand, stand.reads[index] as Read);
          times[which]?.push(millis);
          (found[which]?.[index] as Timed).objects = objects;
        }
      }
      // The first run warms up caches and plans.
      if (run < 0) continue;
      for (const [which, millis] of times.entries())
        found[which]?.[index]?.times.push(
          percentile(
            millis.toSorted((a, b) => a - b),
            0.1,
          ),
        );
    }
  }
  return found;
}

async function ask({ apiUrl, token }: Stand, { path, query }: Read): Promise<{ millis: number; objects: number }> {
  const search = new URLSearchParams({ v: '1', ...query } as Record<string, string>);
  const started = performance.now();
  const response = await fetch(`${apiUrl}${path}?${search}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const millis = performance.now() - started;
  if (!response.ok) throw new Error(`${path}?${search} answers ${response.status}: ${text}`);
  const body: unknown = JSON.parse(text);
  return { millis, objects: Array.isArray(body) ? body.length : 1 };
}

function rowOf({ what, times, objects }: Timed, before: Timed): Row {
  const isSame = objects === before.objects;
  return {
    goal: 'G1',
    what: `${what} (${objects})`,
    product: figure('ms', times),
    floor: figure('ms', before.times),
    judged: 'ratio',
    better: 'lower',
    must: 1.3,
    promised: 1.1,
    ...(isSame ? {} : { void: `${before.objects} objects of few and ${objects} of many cannot be compared` }),
  };
}
