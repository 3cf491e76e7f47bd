// A worker that does nothing but deliver, to be killed: on the instance that it is told of.
import { deliverDue } from '../../../src/features/events/deliveries/deliver-due.ts';
import { openWebhookInstance, type WebhookPlace } from './webhook-instance.ts';

process.once('message', async (place: WebhookPlace) => {
  const { instance } = await openWebhookInstance(place);
  // Whatever a receiver does wrong, it is asked again at once, for as long as the story lasts.
  await deliverDue(instance, { schedule: new Array(1_000).fill(0.2), sweepMillis: 200 });
  process.send?.('delivers');
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit());
