// Probes of messages: deliveries of webhooks, and mails.
import { attemptDelivery } from '../../../src/features/events/deliveries/attempt-delivery.ts';
import { claimDue, findDue } from '../../../src/features/events/deliveries/claim-store.ts';
import { recordAttempts } from '../../../src/features/events/deliveries/record-attempts.ts';
import type { Json } from '../../rig/client.ts';
import { type Received, type VerifiedPayload, verify } from '../../rig/receiver.ts';
import { mailsOf } from '../../rig/tampering/people.ts';
import type { World } from '../../rig/tampering/world.ts';
import { type Fact, news, same } from './facts.ts';

const leaseMillis = 45_000;
const schedule = [3_600];

/** Makes every due delivery once, as a worker does. */
export async function deliverAll({ instance }: Pick<World, 'instance'>): Promise<void> {
  const due = (await findDue(instance.db)).filter(({ enabled }) => enabled);
  const claims = await claimDue(
    instance.db,
    due.map(({ id }) => ({ webhookId: id, count: 100 })),
    leaseMillis,
  );
  const { signal } = new AbortController();
  const attempts = await Promise.all(
    claims.map((claim) => attemptDelivery(instance, claim, schedule, signal).catch(() => null)),
  );
  await recordAttempts(
    instance,
    attempts.filter((attempt) => attempt !== null),
  );
}

/** `before`: the number of earlier requests at the receiver. */
export async function hearNews(world: World, before: number): Promise<Fact[]> {
  await deliverAll(world).catch(() => undefined);
  const heard = world.receiver.received.slice(before).flatMap((one) => heardIn(world, one));
  const mailed = (await mailsOf(world.instance)).map(({ to, subject }) => {
    const name = `the mail to ${to}: ${subject}`;
    return isForOne.test(subject) ? same(name, 'sent') : news(name, 'sent');
  });
  return [...heard, ...mailed];
}

/** Subjects of mails with content for one person only. */
const isForOne = /receipt|new password|Confirm your|invited/;

/** A shop accepts only requests that its own secret signed. */
function heardIn({ shop, thief, sales }: World, request: Received): Fact[] {
  const listener = request.path === `/${shop.name}` ? shop : thief;
  const payload = payloadOf(request, listener.webhook.secret);
  if (payload === null) return [];
  const { id, status, total, paid, app_id: appId } = payload.data as Json;
  const about = JSON.stringify(sales).includes(id) ? id : 'another';
  const heard = `the webhook of the ${listener.name} hears`;
  const what = `${payload.type} of ${about}`;
  if (listener === thief) return isAbout(payload.data, shop.app.id) ? [same(`${heard} ${what}`, 'of the shop')] : [];
  const isPayment = payload.type === 'invoice.paid' || status === 'paid' || status === 'success';
  return isPayment
    ? [same(`${heard} of a payment by ${what}`, [status, total, paid, appId])]
    : [news(`${heard} ${what}`, 'heard')];
}

function isAbout(data: unknown, appId: string): boolean {
  return JSON.stringify(data).includes(appId);
}

function payloadOf(request: Received, secret: string): VerifiedPayload | null {
  try {
    return verify(request, secret);
  } catch {
    return null;
  }
}
