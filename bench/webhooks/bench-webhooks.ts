// Compares durable signed webhooks with bare signed posts, and measures how endpoints that never reply affect the
// others.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { deliverDue } from '../../src/features/events/deliveries/deliver-due.ts';
import { appendEvents } from '../../src/features/events/events/append-events.ts';
import { appendEventFor, type NewEvent } from '../../src/features/events/events/store.ts';
import { newId } from '../../src/io/new-id.ts';
import { newWebhookSecret, signatureHeaders } from '../../src/io/outbound/webhook-signature.ts';
import { startWebhookInstance, type WebhookInstance } from '../../test/rig/webhooks/webhook-instance.ts';
import { type Child, startChild } from '../child.ts';
import { figure, percentile, type Row } from '../table.ts';
import type { Started, Taken } from './hook-receiver.ts';

const rounds = 3;
const eventsPerRound = 2_000;
const endpoints = 1_000;
const silentEndpoints = 300;
const perSecond = 100;
const seconds = 40;
const idleEvents = 200;
/** By then a worker has loaded everything it needs. */
const settleMillis = 2_000;
const data = { note: 'x'.repeat(600), total: '10.00' };

interface Stand {
  readonly rig: WebhookInstance;
  readonly receiver: Child;
  readonly ports: Started;
}

export async function benchWebhooks(tell: (line: string) => void): Promise<Row[]> {
  const receiver = startChild(new URL('./hook-receiver.ts', import.meta.url));
  const ports = await receiver.ask<Started>({ what: 'start' });
  try {
    const rows: Row[] = [];
    for (const measure of [idleLatency, throughput, silence]) {
      const rig = await startWebhookInstance();
      try {
        rows.push(...(await measure({ rig, receiver, ports }, tell)));
      } finally {
        await rig.close();
      }
    }
    return rows;
  } finally {
    await receiver.stop();
  }
}

function eventOf(rig: WebhookInstance): NewEvent {
  const type = 'invoice.updated' as const;
  return { id: newId(), appId: rig.appId, type, invoiceId: null, sequence: null, data, createdAt: new Date() };
}

const now = () => performance.timeOrigin + performance.now();

/** From the end of the commit until the request reaches the endpoint, without other load. */
async function idleLatency({ rig, receiver, ports }: Stand, tell: (line: string) => void): Promise<Row[]> {
  await rig.addWebhook(`http://127.0.0.1:${ports.healthy}/idle`);
  const worker = await deliverDue(rig.instance);
  await delay(settleMillis);
  const committed = new Map<string, number>();
  for (let sent = 0; sent < idleEvents; sent++) {
    const [id = ''] = await rig.emit('invoice.updated');
    committed.set(id, now());
    await delay(25);
  }
  await delay(2_000);
  const { arrivals } = await receiver.ask<Taken>({ what: 'take' });
  await worker.stop(1_000);
  const taken = arrivals.map(([id, at]) => Math.max(0, at - (committed.get(id) ?? at))).sort((a, b) => a - b);
  const [p50, p99] = [percentile(taken, 0.5), percentile(taken, 0.99)];
  tell(`idle: ${taken.length} first tries, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  const lost = taken.length < idleEvents ? { void: `${idleEvents - taken.length} never came` } : {};
  const judged = { judged: 'product', better: 'lower', floor: null, must: 100, promised: 30 } as const;
  const what = 'commit to first try when idle, p99';
  return [{ goal: 'W2', what, product: { ...figure('ms', taken), median: p99 }, ...judged, ...lost }];
}

/** Product and floor take turns by rounds. They post to ten paths of one endpoint that replies at once. */
async function throughput({ rig, receiver, ports }: Stand, tell: (line: string) => void): Promise<Row[]> {
  const origin = `http://127.0.0.1:${ports.healthy}`;
  for (let path = 0; path < 10; path++) await rig.addWebhook(`${origin}/${path}`);
  const [product, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (let left = eventsPerRound / 10; left > 0; left -= 50) {
      const events = Array.from({ length: Math.min(50, left) }, () => eventOf(rig));
      await rig.instance.db.atomically((trx) => appendEvents(trx, events, newId));
    }
    const began = performance.now();
    const worker = await deliverDue(rig.instance);
    for (;;) {
      const left = await rig.instance.db.query(`select 1 from deliveries where status <> 'delivered' limit 1`);
      if (left.length === 0) break;
      await delay(10);
    }
    const ours = eventsPerRound / ((performance.now() - began) / 1000);
    await worker.stop(1_000);
    const bare = await postBare(origin);
    await receiver.ask<Taken>({ what: 'take' });
    if (round === 0) continue;
    product.push(ours);
    floor.push(bare);
    tell(`${round}/${rounds} delivered ${ours.toFixed(0)}/s, bare ${bare.toFixed(0)}/s`);
  }
  const what = 'durable signed webhooks, recorded, against bare signed posts';
  const figures = { product: figure('1/s', product), floor: figure('1/s', floor) };
  return [{ goal: 'W1', what, ...figures, judged: 'ratio', better: 'higher', must: 0.15, promised: 0.25 }];
}

async function postBare(origin: string): Promise<number> {
  const pool = new Pool(origin, { connections: 80 });
  const secret = newWebhookSecret();
  const body = JSON.stringify({ type: 'invoice.updated', timestamp: new Date().toISOString(), data });
  const began = performance.now();
  let left = eventsPerRound;
  const post = async () => {
    while (left-- > 0) {
      const signed = signatureHeaders(randomUUID(), new Date(), body, [secret]);
      const headers = { 'content-type': 'application/json', ...signed };
      const answer = await pool.request({ path: '/bare', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 80 }, post));
  const rate = eventsPerRound / ((performance.now() - began) / 1000);
  await pool.close();
  return rate;
}

interface Load {
  /** For endpoints that reply: the share delivered within 2 s, and the deliveries per second. */
  readonly inTime: number;
  readonly rate: number;
  /** Events that found no free database connection, as on a busy machine. */
  readonly uncommitted: number;
}

async function silence(stand: Stand, tell: (line: string) => void): Promise<Row[]> {
  const all = await load(stand, 0);
  tell(`nobody silent: ${(all.inTime * 100).toFixed(2)} % within 2 s, ${all.rate.toFixed(1)}/s`);
  const some = await load(stand, silentEndpoints);
  tell(`${silentEndpoints} silent: ${(some.inTime * 100).toFixed(2)} % within 2 s, ${some.rate.toFixed(1)}/s`);
  const lost = all.uncommitted + some.uncommitted;
  const incomplete = lost === 0 ? {} : { void: `${lost} events could not be committed` };
  const silent = `${silentEndpoints} of ${endpoints} endpoints silent, ${perSecond} events/s`;
  return [
    {
      goal: 'T10',
      what: `${silent}: healthy ones within 2 s`,
      judged: 'product',
      better: 'higher',
      product: figure('', [some.inTime]),
      floor: figure('', [all.inTime]),
      must: 0.95,
      promised: 0.99,
      ...incomplete,
    },
    {
      goal: 'T10',
      what: '  their rate, compared with no silent endpoints',
      judged: 'ratio',
      better: 'higher',
      product: figure('1/s', [some.rate]),
      floor: figure('1/s', [all.rate]),
      must: 0.8,
      promised: 0.9,
      ...incomplete,
    },
  ];
}

/** Each event goes to one endpoint, in turn. The figures are those of the endpoints that are healthy in every run. */
async function load({ rig, receiver, ports }: Stand, silent: number): Promise<Load> {
  const webhookIds: string[] = [];
  for (let index = 0; index < endpoints; index++) {
    const port = index % 10 < silent / (endpoints / 10) ? ports.silent : ports.healthy;
    webhookIds.push((await rig.addWebhook(`http://127.0.0.1:${port}/${index}`, ['invoice.paid'])).webhook.id);
  }
  await receiver.ask<Taken>({ what: 'take' });
  const worker = await deliverDue(rig.instance);
  const committed = new Map<string, number>();
  const commits: Promise<unknown>[] = [];
  let uncommitted = 0;
  const began = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await delay(Math.max(0, began + (sent * 1000) / perSecond - performance.now()));
    const event = eventOf(rig);
    const place = sent % endpoints;
    // Commits run concurrently, so that a slow commit does not lower the rate.
    const commit = rig.instance.db.atomically((trx) => appendEventFor(trx, event, webhookIds[place] as string, newId));
    const isHealthy = place % 10 >= silentEndpoints / (endpoints / 10);
    const noted = () => void (isHealthy && committed.set(event.id, now()));
    commits.push(
      commit.then(noted, () => {
        uncommitted += 1;
      }),
    );
  }
  await Promise.all(commits);
  const lasted = (performance.now() - began) / 1000;
  await delay(2_000);
  const { arrivals } = await receiver.ask<Taken>({ what: 'take' });
  await worker.stop(100);
  await rig.instance.db.query('delete from deliveries');
  const first = new Map(arrivals.toReversed());
  const came = [...committed].flatMap(([id, at]) => (first.has(id) ? [(first.get(id) as number) - at] : []));
  const inTime = came.filter((millis) => millis <= 2_000).length / committed.size;
  return { inTime, rate: came.length / lasted, uncommitted };
}
