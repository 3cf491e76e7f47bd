// Delivers many events through workers that are repeatedly killed, to receivers that fail in every way, and counts the
// arrivals.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { appendEventFor } from '../../../src/features/events/events/store.ts';
import { newId } from '../../../src/io/new-id.ts';
import { until } from '../client.ts';
import type { Chance } from '../faults.ts';
import { type Answer, give, readBody, verify } from '../receiver.ts';
import { adopt } from '../run/child-sweep.ts';
import { startWebhookInstance, type WebhookInstance } from './webhook-instance.ts';

export interface KilledDeliveries {
  readonly events: number;
  /** Events that got a 2xx response at least once. */
  readonly arrived: number;
  readonly requests: number;
  readonly kills: number;
  /** Events that are recorded as delivered. */
  readonly recorded: number;
}

const endpoints = 20;
const workers = 2;
const inOneCommit = 50;
/** The number of concurrent commits. */
const emitters = 4;
/** The maximum number of failed requests for an event, decided by the last digits of its id. */
const mostFailures = 3;
const usualFailures: readonly Answer[] = [
  { status: 500 },
  { status: 404, body: 'not here' },
  { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 503, headers: { 'retry-after': 'soon' } },
  'reset',
  'reset_after_status',
];
/** These occupy a slot until the attempt times out, so few are used. */
const slowFailures: readonly Answer[] = ['hang', 'endless', 'drip', 'slow_head'];

/**
 * Kills all workers at once, `kills` times, each time after a random number of requests. Throws if a request has a
 * wrong signature, names an unknown event, or differs from an earlier request for the same event.
 */
export async function deliverThroughKills(
  { events, kills }: { readonly events: number; readonly kills: number },
  luck: Chance,
  tell: (line: string) => void = () => undefined,
): Promise<KilledDeliveries> {
  const rig = await startWebhookInstance();
  const receiver = await startBadReceiver();
  try {
    const webhookIds: string[] = [];
    for (let path = 0; path < endpoints; path++) {
      const { webhook, secret } = await rig.addWebhook(`${receiver.url}/${path}`);
      receiver.secrets.set(`/${path}`, secret);
      webhookIds.push(webhook.id);
    }
    const round = Math.ceil(events / (kills + 1));
    for (let made = 0, kill = 0; made < events; kill++) {
      const running = await Promise.all(Array.from({ length: workers }, () => startWorker(rig)));
      const last = Math.min(made + round, events);
      // About two requests for each event, so that some kills come early, and none only after all work is done.
      const enough = receiver.requests() + 1 + luck.below(2 * round);
      const emitNext = async (): Promise<void> => {
        for (let from = made; from < last; from = made) {
          made = Math.min(from + inOneCommit, last);
          await emit(rig, webhookIds, { from, to: made }, receiver.made);
        }
      };
      await Promise.all(Array.from({ length: emitters }, emitNext));
      const isEnough = () => receiver.requests() >= enough || receiver.isDone();
      if (last < events) await until(isEnough, 'requests to come', { withinMs: 600_000 });
      else await until(async () => (await left(rig)) === 0, 'all to be delivered', { withinMs: 3_600_000 });
      await Promise.all(running.map((worker) => worker.kill()));
      // All workers are dead, so their leases are ended at once instead of by their timeout.
      await rig.instance.db.query(
        `update deliveries set lease_until = null, next_attempt_at = least(next_attempt_at, now())
         where status = 'pending' and (lease_until is not null or next_attempt_at > now() + interval '10 seconds')`,
      );
      made = last;
      tell(`${made} of ${events} events made, ${receiver.arrived()} arrived, ${kill + 1} times killed`);
    }
    assert.deepEqual(receiver.faults, []);
    const [row] = await rig.instance.db.query<{ recorded: number }>(
      `select count(*)::int as recorded from deliveries where status = 'delivered'`,
    );
    const { requests, arrived } = receiver;
    return { events, arrived: arrived(), requests: requests(), kills, recorded: row?.recorded ?? 0 };
  } finally {
    await receiver.close();
    await rig.close();
  }
}

/** Each event goes to one endpoint, in turn. */
async function emit(
  { instance, appId }: WebhookInstance,
  webhookIds: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  made: Map<string, Taken>,
): Promise<void> {
  await instance.db.atomically(async (trx) => {
    for (let place = from; place < to; place++) {
      const id = newId();
      made.set(id, { requests: 0, isTaken: false, body: null });
      const data = { note: 'Grüße', place };
      const event = { id, appId, type: 'invoice.updated' as const, invoiceId: null, sequence: null, data };
      const webhookId = webhookIds[place % webhookIds.length] as string;
      await appendEventFor(trx, { ...event, createdAt: new Date() }, webhookId, newId);
    }
  });
}

async function left({ instance }: WebhookInstance): Promise<number> {
  return (await instance.db.query(`select 1 from deliveries where status = 'pending' limit 1`)).length;
}

async function startWorker({ place }: WebhookInstance): Promise<{ kill(): Promise<void> }> {
  const path = fileURLToPath(new URL('./delivery-worker.ts', import.meta.url));
  const child = fork(path, { serialization: 'advanced' });
  adopt(child, path);
  const ended = once(child, 'exit');
  child.send(place);
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('a worker ended before it delivered'))),
  ]);
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

interface Taken {
  requests: number;
  isTaken: boolean;
  /** Digest of the first request's body. */
  body: string | null;
}

async function startBadReceiver() {
  const made = new Map<string, Taken>();
  const secrets = new Map<string, string>();
  const faults: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let [requests, arrived] = [0, 0];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (body === null) return;
    requests += 1;
    const path = request.url ?? '';
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const id = headers['webhook-id'] ?? '';
    const known = made.get(id);
    try {
      verify({ path, headers, body }, secrets.get(path) ?? '');
      assert.ok(known !== undefined, `${id} is no event`);
      const digest = createHash('sha256').update(body).digest('base64');
      known.body ??= digest;
      assert.equal(digest, known.body, `${id} came with another body`);
    } catch (error) {
      faults.push(String(error));
    }
    const answer = known === undefined ? { status: 200 } : answerTo(id, known.requests++);
    give(answer, response, (timer) => timers.add(timer));
    if (known === undefined || known.isTaken || !says200(answer)) return;
    known.isTaken = true;
    arrived += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    made,
    secrets,
    faults,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    arrived: () => arrived,
    isDone: () => arrived >= made.size,
    async close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** These responses count as accepted, regardless of the rest of the body. */
function says200(answer: Answer): boolean {
  if (typeof answer === 'object') return answer.status === 200;
  return answer === 'reset_after_status' || answer === 'endless' || answer === 'drip';
}

/** The last digits of an id are random. */
function answerTo(id: string, before: number): Answer {
  const digits = Number.parseInt(id.slice(-4), 16);
  const slow = slowFailures[digits % 256];
  if (slow !== undefined && before === 0) return slow;
  if (before >= digits % (mostFailures + 1)) return { status: 200 };
  return usualFailures[((digits >> 2) + before) % usualFailures.length] ?? { status: 500 };
}
