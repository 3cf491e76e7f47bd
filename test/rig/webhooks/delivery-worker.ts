// A worker process that only delivers webhooks of a given instance, and that tests kill.
import { deliverDue } from '../../../src/features/events/deliveries/deliver-due.ts';
import { openWebhookInstance, type WebhookPlace } from './webhook-instance.ts';

process.once('message', async (place: WebhookPlace) => {
  const { instance } = await openWebhookInstance(place);
  // Failed deliveries are retried at once, for the whole test.
  await deliverDue(instance, { schedule: new Array(1_000).fill(0.2), sweepMillis: 200 });
  process.send?.('delivers');
});
// The parent process has ended.
process.once('disconnect', () => process.exit());
