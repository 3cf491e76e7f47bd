// Posts one event to a developer's program, in the same form as a webhook delivery.
import { eventPayload } from '../../core/event.ts';
import { redirectTargetOf } from '../../core/urls/redirect-target.ts';
import { signatureHeaders } from '../../io/outbound/webhook-signature.ts';
import type { FeedEvent } from './event-feed.ts';

const waitMillis = 15_000;

/**
 * Returns a text with the status and the duration, or with the reason why there was none. It is sent once, since the
 * developer sees a failure immediately. Any URL is allowed, including local ones, since it is the developer's own.
 */
export async function forwardEvent(
  event: FeedEvent,
  target: string,
  secret: string,
  signal: AbortSignal,
): Promise<string> {
  const { type, timestamp, sequence = null, data } = event;
  const body = eventPayload({ type, at: new Date(timestamp), sequence, data: JSON.stringify(data) });
  const began = new Date();
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Quittance-Webhooks',
        ...signatureHeaders(event.id, began, body, [secret]),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(waitMillis)]),
    });
    await response.body?.cancel();
    const redirected = redirectTargetOf(target, response);
    const where = redirected === null ? '' : `, redirects to ${redirected}, which is not followed`;
    return `${response.status}${where} (${Date.now() - began.getTime()} ms)`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `no answer: ${cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message}`;
  }
}
