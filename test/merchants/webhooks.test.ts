// Webhooks for a receiver: signed, retried until accepted, never lost, and no endpoint delays another.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { type DeliverOptions, deliverDue } from '../../src/features/events/deliveries/deliver-due.ts';
import { restartDelivery } from '../../src/features/events/webhooks/delivery-log/delivery-store.ts';
import { rotateSecret, type Webhook } from '../../src/features/events/webhooks/store.ts';
import { secretContext } from '../../src/features/events/webhooks/view.ts';
import { sendMails } from '../../src/features/known/mails/send-mails.ts';
import { isAccountAddress } from '../../src/features/people/identity/store.ts';
import type { Queryable } from '../../src/io/db/database.ts';
import type { Mail } from '../../src/io/mail/mailer.ts';
import { newId } from '../../src/io/new-id.ts';
import { newWebhookSecret } from '../../src/io/outbound/webhook-signature.ts';
import { until } from '../rig/client.ts';
import { type Receiver, startReceiver, verify } from '../rig/receiver.ts';
import { insertSignedEvent } from '../rig/webhooks/signed-event.ts';
import { startWebhookInstance } from '../rig/webhooks/webhook-instance.ts';

const rig = await startWebhookInstance();
const open: { stop(graceMillis: number): Promise<void> }[] = [];
const receivers: Receiver[] = [];
after(() => rig.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((worker) => worker.stop(200)));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await rig.instance.db.query('delete from deliveries');
  await rig.instance.db.query('delete from webhooks');
});

async function receive(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

/** Starts a worker that retries immediately by default. */
async function work(options: DeliverOptions = {}, instance = rig.instance) {
  const worker = await deliverDue(instance, { schedule: [0, 0, 0], sweepMillis: 50, ...options });
  open.push(worker);
  return worker;
}

/** Waits until this many deliveries of the endpoint have the status. */
function settled(webhook: Webhook, status: string, count: number) {
  return until(async () => {
    const deliveries = await rig.deliveries(webhook);
    return deliveries.length === count && deliveries.every((one) => one.status === status) ? deliveries : null;
  }, `${count} deliveries to be ${status}`);
}

/** The endpoint's only delivery, once this many attempts of it are recorded. */
function attempted(webhook: Webhook, attempts: number) {
  const find = async () => (await rig.deliveries(webhook)).find((one) => one.attempts === attempts);
  return until(find, `attempt ${attempts} to be recorded`);
}

test('an event reaches its endpoint, signed as Standard Webhooks asks', async () => {
  const receiver = await receive();
  const { webhook, secret } = await rig.addWebhook(receiver.url);
  await work();
  const [id] = await rig.emit('invoice.paid');
  const [request] = await receiver.until(1);
  assert.ok(request);
  const payload = verify(request, secret);
  assert.equal(payload.type, 'invoice.paid');
  assert.deepEqual(payload.data, { note: 'Grüße', total: '10.00' });
  assert.ok(!('sequence' in payload), 'an event of no invoice has no number');
  assert.match(payload.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(request.headers['webhook-id'], id);
  assert.equal(request.headers['content-type'], 'application/json');
  const [delivery] = await settled(webhook, 'delivered', 1);
  assert.deepEqual([delivery?.attempts, delivery?.responseStatus, delivery?.nextAttemptAt], [1, 200, null]);
});

test('only what was subscribed to is sent, and only to endpoints that are switched on', async () => {
  const receiver = await receive();
  const { webhook: one } = await rig.addWebhook(receiver.url, ['invoice.paid']);
  const { webhook: all } = await rig.addWebhook(receiver.url);
  const { webhook: off } = await rig.addWebhook(receiver.url);
  await rig.instance.db.query('update webhooks set enabled = false where id = $1', [off.id]);
  await work();
  await rig.emit('invoice.created', 'invoice.paid', 'transaction.created');
  assert.equal((await settled(one, 'delivered', 1))[0]?.eventType, 'invoice.paid');
  await settled(all, 'delivered', 3);
  assert.deepEqual(await rig.deliveries(off), []);
});

test('a failed attempt is repeated with the same id and the same body', async () => {
  const receiver = await receive();
  const { webhook, secret } = await rig.addWebhook(receiver.url);
  receiver.answer(
    { status: 500, body: 'out of order' },
    'reset',
    { status: 302, headers: { location: '/x' } },
    { status: 200 },
  );
  await work();
  const [id] = await rig.emit('invoice.paid');
  const requests = await receiver.until(4);
  for (const request of requests) {
    verify(request, secret);
    assert.equal(request.headers['webhook-id'], id);
    assert.equal(request.body, requests[0]?.body);
    assert.equal(request.path, '/hook');
  }
  assert.equal((await settled(webhook, 'delivered', 1))[0]?.attempts, 4);
});

test('the schedule is kept: nothing is sent before it is due, and all that is due is sent', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  receiver.answer({ status: 500 }, { status: 500 }, { status: 200 });
  await work({ schedule: [5, 300] });
  await rig.emit('invoice.paid');
  await receiver.until(1);
  for (const [attempts, seconds] of [
    [1, 5],
    [2, 300],
  ] as const) {
    const pending = await attempted(webhook, attempts);
    const wait = (pending.nextAttemptAt as Date).getTime() - pending.updatedAt.getTime();
    assert.ok(wait >= seconds * 1000 && wait <= seconds * 1100 + 100, `${wait} ms`);
    assert.equal(receiver.received.length, attempts);
    await rig.passSeconds(seconds * 1.2);
    await receiver.until(attempts + 1);
  }
  await settled(webhook, 'delivered', 1);
});

test('Retry-After puts the next attempt off', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  receiver.answer({ status: 429, headers: { 'retry-after': '1200' } });
  await work({ schedule: [5, 300] });
  await rig.emit('invoice.paid');
  await receiver.until(1);
  const pending = await attempted(webhook, 1);
  assert.ok((pending.nextAttemptAt as Date).getTime() - pending.updatedAt.getTime() >= 1_200_000 - 100);
});

test('when the schedule ends, the delivery ends with its last answer; on request it starts again', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  receiver.answer({ status: 503, body: 'still out of order' });
  await work();
  await rig.emit('invoice.paid');
  const [delivery] = await settled(webhook, 'exhausted', 1);
  assert.deepEqual(
    [delivery?.attempts, delivery?.responseStatus, delivery?.responseBody],
    [4, 503, 'still out of order'],
  );
  receiver.answer({ status: 204 });
  await restartDelivery(rig.instance.db, delivery?.id as string);
  assert.equal((await settled(webhook, 'delivered', 1))[0]?.attempts, 1);
});

test('F21-restart: retries outlive the worker: another one goes on with the schedule', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  receiver.answer({ status: 500 });
  const first = await work({ schedule: [60, 60] });
  const [id] = await rig.emit('invoice.paid');
  await receiver.until(1);
  await first.stop(30_000);
  receiver.answer({ status: 200 });
  await work();
  assert.equal((await rig.deliveries(webhook))[0]?.status, 'pending');
  await rig.passSeconds(70);
  const requests = await receiver.until(2);
  assert.equal(requests[1]?.headers['webhook-id'], id);
  await settled(webhook, 'delivered', 1);
});

test('F19-dead-worker: a dead worker’s deliveries are attempted again when its lease ends', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  await rig.emit('invoice.paid');
  // A worker took the delivery and died, so that only its lease is left.
  await rig.instance.db.query(`update deliveries set lease_until = now() + interval '45 seconds'`);
  await work();
  await rig.passSeconds(50);
  await receiver.until(1);
  assert.equal((await settled(webhook, 'delivered', 1))[0]?.attempts, 1);
});

test('F17-later-one-first: an event committed after a later one is delivered too', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  await work();
  const early = newId();
  let later: string | undefined;
  await rig.instance.db.atomically(async (trx) => {
    await insertUnannounced(trx, early, webhook);
    // Uncommitted events are invisible; an event that is committed meanwhile goes first.
    [later] = await rig.emit('invoice.created');
    const [first] = await receiver.until(1);
    assert.equal(first?.headers['webhook-id'], later);
  });
  const [, second] = await receiver.until(2);
  assert.ok(early < (later as string));
  assert.equal(second?.headers['webhook-id'], early);
  await settled(webhook, 'delivered', 2);
});

test('F18-missed-notification: a delivery without a notification is found', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  await work();
  await insertUnannounced(rig.instance.db, newId(), webhook);
  await receiver.until(1);
  await settled(webhook, 'delivered', 1);
});

test('an event whose commit fails is never sent', async () => {
  const receiver = await receive();
  await rig.addWebhook(receiver.url);
  await work();
  const { appendEvents } = await import('../../src/features/events/events/append-events.ts');
  const facts = { invoiceId: null, sequence: null, data: {}, createdAt: new Date() };
  const event = { id: newId(), appId: rig.appId, type: 'invoice.paid' as const, ...facts };
  await assert.rejects(
    rig.instance.db.atomically(async (trx) => {
      await appendEvents(trx, [event], newId);
      throw new Error('the rest of the commit fails');
    }),
  );
  const [id] = await rig.emit('invoice.expired');
  const [request] = await receiver.until(1);
  assert.equal(request?.headers['webhook-id'], id);
  assert.equal(receiver.received.length, 1);
});

test('two workers post each delivery once', async () => {
  const [receiver, other] = [await receive(), await rig.beside()];
  const { webhook } = await rig.addWebhook(receiver.url);
  const { webhook: second } = await rig.addWebhook(receiver.url);
  await Promise.all([work(), work({}, other.instance)]);
  const ids: string[] = [];
  for (let i = 0; i < 10; i++)
    ids.push(...(await rig.emit(...new Array<'invoice.updated'>(20).fill('invoice.updated'))));
  await Promise.all([settled(webhook, 'delivered', 200), settled(second, 'delivered', 200)]);
  const seen = Map.groupBy(receiver.received, (request) => request.headers['webhook-id'] as string);
  assert.equal(receiver.received.length, 400);
  assert.deepEqual([...seen.keys()].sort(), ids.sort());
  for (const requests of seen.values()) assert.equal(requests.length, 2);
  await Promise.all(open.splice(0).map((worker) => worker.stop(1_000)));
  await other.close();
});

test('F20-dead-endpoint: endpoints that never answer delay no other endpoint', async () => {
  const [silent, well] = [await receive(), await receive()];
  silent.answer('hang');
  const dead = await Promise.all(Array.from({ length: 5 }, () => rig.addWebhook(silent.url)));
  const { webhook } = await rig.addWebhook(well.url);
  await work({ sockets: 64 });
  for (let i = 0; i < 10; i++) await rig.emit(...new Array<'invoice.updated'>(10).fill('invoice.updated'));
  await settled(webhook, 'delivered', 100);
  for (const { webhook: one } of dead) {
    const deliveries = await rig.deliveries(one);
    assert.ok(deliveries.every((delivery) => delivery.status === 'pending'));
  }
  assert.ok(silent.received.length <= 5 * 8, 'each of them has at most 8 attempts under way');
});

test('410 switches the endpoint off at once; the others of the app are told, and its owner by mail', async () => {
  const [leaving, staying] = [await receive(), await receive()];
  const { webhook } = await rig.addWebhook(leaving.url, ['invoice.paid']);
  const { secret } = await rig.addWebhook(staying.url, ['webhook.disabled']);
  leaving.answer({ status: 410 });
  await work();
  await rig.emit('invoice.paid');
  const [told] = await staying.until(1);
  const { type, data } = JSON.parse(told?.body ?? '');
  assert.equal(signatureVerifies(told as never, secret), true);
  assert.deepEqual(
    [type, data.id, data.enabled, data.disabled_reason],
    ['webhook.disabled', webhook.id, false, 'gone'],
  );
  assert.ok(!told?.body.includes('whsec_'));
  await settled(webhook, 'exhausted', 1);
  await rig.emit('invoice.paid');
  assert.equal((await rig.deliveries(webhook)).length, 1);

  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const toChannel = async () => null;
  const mailing = await sendMails(rig.instance, { mailer, mailerAt: () => mailer, isAccountAddress, toChannel });
  const mail = await until(() => mails.find((one) => one.text.includes(leaving.url)), 'the mail to the owner');
  assert.deepEqual([mail.subject, /410/.test(mail.text)], ['A webhook was switched off', true]);
  await mailing.stop();
});

test('five days of failures switch an endpoint off, unless one delivery in between succeeded', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  await work({ schedule: [] });
  const day = async (status: number, enabled: boolean) => {
    receiver.answer({ status });
    const count = receiver.received.length;
    await rig.emit('invoice.updated');
    await receiver.until(count + 1);
    await settledAttempts(webhook, count + 1);
    const [row] = await rig.instance.db.query<{ enabled: boolean }>('select enabled from webhooks where id = $1', [
      webhook.id,
    ]);
    assert.equal(row?.enabled, enabled);
    await rig.passSeconds(86_400);
  };
  for (let i = 0; i < 4; i++) await day(500, true);
  await day(200, true);
  for (let i = 0; i < 5; i++) await day(500, true);
  await day(500, false);
});

test('a failure after weeks of silence is not five days of failing', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(receiver.url);
  receiver.answer({ status: 500 });
  await work({ schedule: [] });
  await rig.emit('invoice.updated');
  await settled(webhook, 'exhausted', 1);
  await rig.passSeconds(30 * 86_400);
  await rig.emit('invoice.updated');
  await settled(webhook, 'exhausted', 2);
  const [row] = await rig.instance.db.query<{ enabled: boolean }>('select enabled from webhooks where id = $1', [
    webhook.id,
  ]);
  assert.equal(row?.enabled, true);
});

test('F23-rotation: during a rotation both secrets verify; after a day only the new one does', async () => {
  const receiver = await receive();
  const { webhook, secret: old } = await rig.addWebhook(receiver.url);
  const fresh = newWebhookSecret();
  const now = rig.instance.clock.now();
  const secretSealed = rig.instance.vault.seal(fresh, secretContext(webhook.id));
  const previousUntil = new Date(now.getTime() + 86_400_000);
  await rotateSecret(rig.instance.db, webhook, { secretSealed, publicKey: null, previousUntil }, now);
  await work();
  await rig.emit('invoice.paid');
  const [during] = await receiver.until(1);
  assert.equal(during?.headers['webhook-signature']?.split(' ').length, 2);
  assert.equal(signatureVerifies(during as never, old) && signatureVerifies(during as never, fresh), true);
  await rig.passSeconds(86_401);
  await rig.emit('invoice.paid');
  const [, later] = await receiver.until(2);
  assert.equal(signatureVerifies(later as never, fresh), true);
  assert.equal(signatureVerifies(later as never, old), false);
});

test('an endpoint whose URL leads to a private address is never called', async () => {
  const receiver = await receive();
  const { webhook } = await rig.addWebhook(`http://[::ffff:127.0.0.1]:${receiver.port}/hook`);
  await work({ schedule: [] });
  await rig.emit('invoice.paid');
  const [delivery] = await settled(webhook, 'exhausted', 1);
  assert.equal(receiver.connections(), 0);
  assert.deepEqual([delivery?.responseStatus, delivery?.responseBody], [null, null]);
  assert.match(delivery?.error as string, /not a public address/);
});

/** Inserts an event and its delivery without a notification to the workers. */
async function insertUnannounced(db: Queryable, eventId: string, webhook: Webhook): Promise<void> {
  const now = rig.instance.clock.now();
  await insertSignedEvent(db, { id: eventId, appId: rig.appId, type: 'transaction.created' });
  await db.query(
    `insert into deliveries (id, event_id, webhook_id, next_attempt_at, created_at, updated_at)
     values ($1, $2, $3, now(), $4, $4)`,
    [newId(), eventId, webhook.id, now],
  );
}

/** Waits until this many attempts of the endpoint are recorded. */
async function settledAttempts(webhook: Webhook, count: number): Promise<void> {
  const made = async () => (await rig.deliveries(webhook)).reduce((sum, delivery) => sum + delivery.attempts, 0);
  await until(async () => (await made()) >= count, `${count} attempts to be recorded`);
}

/**
 * Whether the secret verifies a signature of the request. The timestamp is ignored, since the clock of these tests runs
 * fast.
 */
function signatureVerifies(request: { headers: Record<string, string>; body: string }, secret: string): boolean {
  const reference = new StandardWebhook(secret);
  const at = new Date(Number(request.headers['webhook-timestamp']) * 1000);
  const expected = reference.sign(request.headers['webhook-id'] as string, at, request.body);
  return (request.headers['webhook-signature'] as string).split(' ').includes(expected);
}
