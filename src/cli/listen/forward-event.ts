// Posts one event to a developer's program, exactly as a webhook would arrive.
import { eventPayload } from '../../core/event.ts';
import { redirectTargetOf } from '../../core/urls/redirect-target.ts';
import { signatureHeaders } from '../../io/outbound/webhook-signature.ts';
import type { FeedEvent } from './event-feed.ts';

const waitMillis = 15_000;

/**
 * Answers what came of it, for people: the status and how long it took, or why there was none. It is sent once: whoever
 * listens sees at once that it failed. The address is the developer's own, so that it may be any, also of this machine.
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
