// Shows the deliveries to an endpoint of a shop, and sends them again.
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { newest } from '../../../../io/http/page.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { findSoundEvent } from '../../../events/events/event-list-store.ts';
import { shownSince } from '../../../events/events/store.ts';
import { sendAgain } from '../../../events/webhooks/acts/send-again.ts';
import { type Delivery, findDelivery, listDeliveries } from '../../../events/webhooks/delivery-log/delivery-store.ts';
import type { Webhook } from '../../../events/webhooks/store.ts';
import type { Instance } from '../../../instance.ts';
import { answered } from '../greenfield-wire.ts';
import { attemptView, wasAttempted } from './endpoint-view.ts';
import { secondSuffix, writeNotices } from './notices/write-notices.ts';
import { endpointOf } from './own-endpoint.ts';

const mostDeliveries = 100;

/** Newest first. */
export async function listAttempts(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { id: webhookId } = await endpointOf(instance.db, call);
  const count = readCount(call.query.count);
  const filter = { webhookId, since: shownSince(instance.clock.now()), statuses: null };
  const { created, ...page } = newest(count);
  const deliveries = await listDeliveries(instance.db.byValue, { ...filter, created }, { created, ...page });
  const shown = deliveries.slice(0, count).filter(wasAttempted);
  return answered(shown.map((delivery) => attemptView(delivery.id, delivery)));
}

export async function getAttempt(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { delivery } = await deliveryOf(instance, call);
  if (!wasAttempted(delivery)) throw noDelivery();
  return answered(attemptView(call.params.delivery ?? '', delivery));
}

/** The body that was sent, written again from the records. */
export async function getRequest(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { delivery, webhook, isSecond } = await deliveryOf(instance, call);
  const event = await findSoundEvent(instance.db, delivery.eventId, shownSince(instance.clock.now()));
  if (event === null) throw noDelivery();
  const { id: deliveryId, webhookId, eventId, attempts } = delivery;
  const { appId, type, invoiceId, createdAt: eventAt, data } = event;
  const { shopEvents } = webhook;
  const source = { deliveryId, webhookId, eventId, isRepeated: attempts > 1, appId, type, invoiceId, eventAt };
  const [notices] = await writeNotices(instance, [{ ...source, data: data as object, shopEvents }]);
  const body = notices?.bodies[isSecond ? 1 : 0];
  if (body === undefined) throw noDelivery();
  return { status: 200, body };
}

/** Answers the id of the delivery, which stays the same. */
export async function redeliver(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { delivery } = await deliveryOf(instance, call);
  await instance.db.atomically((trx) => sendAgain(trx, instance, call.caller, delivery.id));
  return { status: 200, body: JSON.stringify(delivery.id) };
}

interface FoundDelivery {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  /** Whether the id names the second notification of the event. */
  readonly isSecond: boolean;
}

/** Throws Problem not_found for a delivery to another endpoint. */
async function deliveryOf(instance: Instance, call: DialectCall): Promise<FoundDelivery> {
  const webhook = await endpointOf(instance.db, call);
  const { delivery: named = '' } = call.params;
  const isSecond = named.endsWith(secondSuffix) && !isUuid(named);
  const id = isSecond ? named.slice(0, -secondSuffix.length) : named;
  const delivery = isUuid(id) ? await findDelivery(instance.db, id, shownSince(instance.clock.now())) : null;
  if (delivery === null || delivery.webhookId !== webhook.id) throw noDelivery();
  return { delivery, webhook, isSecond };
}

function noDelivery(): Problem {
  return new Problem('not_found', { detail: 'There is no such delivery.' });
}

function readCount(text: string | undefined): number {
  if (text === undefined || text === '') return mostDeliveries;
  if (!/^\d{1,9}$/.test(text)) throw fieldProblem('count', 'invalid_type', 'Must be a whole number.');
  return Math.min(Number(text), mostDeliveries);
}
