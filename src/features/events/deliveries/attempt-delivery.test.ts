// A delivery is attempted only at an endpoint that the service itself recorded.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startReceiver } from '../../../../test/rig/receiver.ts';
import { startWebhookInstance } from '../../../../test/rig/webhooks/webhook-instance.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDue } from './claim-store.ts';
import { recordAttempts } from './record-attempts.ts';

const [rig, ours, theirs] = await Promise.all([startWebhookInstance(), startReceiver(), startReceiver()]);
after(() => Promise.all([rig.close(), ours.close(), theirs.close()]));
const { db } = rig.instance;
const { signal } = new AbortController();

/** Emits an event to one endpoint, after this direct change in the database. */
async function attempted(change: string, params: readonly unknown[]) {
  const { webhook } = await rig.addWebhook(ours.url, ['invoice.paid']);
  await db.query(`update webhooks set ${change} where id = $1`, [webhook.id, ...params]);
  await rig.emit('invoice.paid');
  const [claim] = await claimDue(db, [{ webhookId: webhook.id, count: 1 }], 45_000);
  assert.ok(claim);
  const attempt = await attemptDelivery(rig.instance, claim, [60], signal);
  assert.ok(attempt);
  await recordAttempts(rig.instance, [attempt]);
  const [row] = await db.query('select enabled, disabled_reason from webhooks where id = $1', [webhook.id]);
  await db.query('delete from webhooks');
  return { attempt, row };
}

test('an endpoint that was changed outside the service is switched off, and nothing is sent to it', async () => {
  const { webhook: other } = await rig.addWebhook(theirs.url, ['invoice.created']);
  const [sealed] = await db.query('select secret_sealed, row_mac from webhooks where id = $1', [other.id]);
  for (const [change, ...params] of [
    ['url = $2', theirs.url],
    ["events = '{invoice.paid,invoice.created}'"],
    ["previous_until = now() + interval '1 day'"],
    ['secret_sealed = $2', Buffer.alloc(64, 1)],
    ['secret_sealed = $2', sealed?.secret_sealed],
    ['row_mac = null'],
    ['row_mac = $2', Buffer.alloc(32)],
    ['url = $2, row_mac = $3', theirs.url, sealed?.row_mac],
  ] as const) {
    const { attempt, row } = await attempted(change, params);
    assert.deepEqual([attempt.tampered, attempt.status, attempt.retryMillis], ['webhook', 'exhausted', null], change);
    assert.deepEqual(row, { enabled: false, disabled_reason: 'tampered' }, change);
  }
  assert.deepEqual([ours.connections(), theirs.connections()], [0, 0]);
});

test('an endpoint that the service wrote is called', async () => {
  const { attempt, row } = await attempted('description = $2', ['Till']);
  assert.deepEqual([attempt.tampered, attempt.status], [null, 'delivered']);
  assert.deepEqual(row, { enabled: true, disabled_reason: null });
  assert.equal(ours.connections(), 1);
});

test('shops that never answer do not disable the endpoint of a door', async () => {
  const { webhook } = await rig.addWebhook(ours.url, ['invoice.paid']);
  await rig.emit('invoice.paid');
  await db.query(
    `update webhooks set by_order = true, failing_since = now() - interval '6 days', last_failure_at = now()
     where id = $1`,
    [webhook.id],
  );
  ours.answer({ status: 500 });
  const [claim] = await claimDue(db, [{ webhookId: webhook.id, count: 1 }], 45_000);
  assert.ok(claim);
  const attempt = await attemptDelivery(rig.instance, claim, [60], signal);
  assert.ok(attempt);
  await recordAttempts(rig.instance, [attempt]);
  const [row] = await db.query('select enabled from webhooks where id = $1', [webhook.id]);
  assert.deepEqual([attempt.status, row?.enabled], ['pending', true]);
  ours.answer({ status: 200 });
  await db.query('delete from webhooks');
});

test('T7-events: an event that was changed outside the service is not sent, and its endpoint stays on', async () => {
  const { webhook } = await rig.addWebhook(theirs.url);
  const changes = [
    "type = 'invoice.paid'",
    `data = '{"note":"Grüße","total":"99.00"}'`,
    `invoice_facts = '{"reference":"order-1"}'`,
    'sequence = 7, invoice_id = id',
    "created_at = created_at + interval '1 hour'",
    'mac = null',
    'mac = (select mac from events where id <> $1 limit 1)',
  ];
  for (const change of changes) {
    const [id] = await rig.emit('invoice.created');
    await db.query(`update events set ${change} where id = $1`, [id]);
    const [claim] = await claimDue(db, [{ webhookId: webhook.id, count: 1 }], 45_000);
    assert.ok(claim, change);
    const attempt = await attemptDelivery(rig.instance, claim, [60], signal);
    assert.deepEqual([attempt?.tampered, attempt?.status], ['event', 'exhausted'], change);
    if (attempt !== null) await recordAttempts(rig.instance, [attempt]);
  }
  assert.equal(theirs.connections(), 0);
  const failed = await rig.deliveries(webhook);
  assert.equal(failed.length, changes.length);
  assert.ok(failed.every(({ error }) => error === 'The event was changed outside the service. Nothing was sent.'));
  const [row] = await db.query('select enabled, failing_since from webhooks where id = $1', [webhook.id]);
  assert.deepEqual(row, { enabled: true, failing_since: null });
});
