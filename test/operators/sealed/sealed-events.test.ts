// Events that were written outside the service appear in no list.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { receiptTask } from '../../../src/features/selling/checkout/receipt/receipt-task.ts';
import { until } from '../../rig/client.ts';
import { startWebhookApi } from '../../rig/webhooks/webhook-api.ts';

const api = await startWebhookApi();
after(api.close);
const { rig, instance, call, follow } = api;

test('T7-event-lists: an event that was changed past the service is left out, and pages go on after it', async () => {
  const since = new Date().toISOString();
  const [first = '', second = '', third = '', fourth = ''] = await rig.emit(
    ...(['invoice.created', 'invoice.created', 'invoice.created', 'invoice.created'] as const),
  );
  await instance.db.query(`update events set type = 'invoice.paid' where id = any($1)`, [[second, third]]);
  assert.deepEqual((await follow('/events?limit=1')).ids.slice(0, 2), [fourth, first]);
  let oldest: readonly string[] = [];
  await until(async () => {
    oldest = (await follow(`/events?since=${since}&limit=1`)).ids;
    return oldest.length >= 2;
  }, 'all commits before to be over');
  assert.deepEqual(oldest, [first, fourth]);
  assert.deepEqual((await call('GET', `/events?since=${since}&type=invoice.paid`)).body, []);
  const { status, body } = await call('GET', `/event/${second}`);
  assert.deepEqual([status, body.code], [503, 'row_tampered']);
  // The receipt's task ends: a retry would not repair the row.
  const { run } = receiptTask(instance);
  assert.equal(await instance.db.atomically((trx) => run(trx, second)), null);
  await instance.db.query(`update events set type = 'invoice.created' where id = any($1)`, [[second, third]]);
  assert.equal((await call('GET', `/event/${second}`)).status, 200, 'the event as it was counts again');
});
