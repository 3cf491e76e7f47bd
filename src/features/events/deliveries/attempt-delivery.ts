// One delivery attempt: signs the event, posts it, and judges the reply. It does not use the database.

import { judgeReply, type Outcome, type Reply } from '../../../core/delivery-schedule.ts';
import { redirectTarget } from '../../../core/urls/redirect-target.ts';
import type { OutboundAnswer } from '../../../io/outbound/outbound.ts';
import { OutboundFailure } from '../../../io/outbound/outbound-failure.ts';
import { openOrNull } from '../../../io/secrets/vault.ts';
import type { Instance } from '../../instance.ts';
import { secretContext } from '../webhooks/view.ts';
import type { Attempt, Claim, Tampered } from './claim-store.ts';
import { ownMessage } from './delivery-form.ts';
import type { Message, Outdated, Signing } from './message.ts';

/** Covers name resolution, connection, request and reply. Standard Webhooks asks for 15 to 30 s. */
export const attemptTimeoutMillis = 15_000;

/**
 * Makes the attempt and returns the result to record, or null if `signal` aborted it and the result is unknown. If the
 * signal's reason is a failure of the endpoint (OutboundFailure timeout), that failure is the result. The webhook-id is
 * the event's id and the body has the same bytes at every attempt; only the time and the signatures differ.
 */
export async function attemptDelivery(
  instance: Pick<Instance, 'vault' | 'outbound' | 'clock' | 'random' | 'log'>,
  claim: Claim,
  schedule: readonly number[],
  signal: AbortSignal,
): Promise<Attempt | null> {
  const { webhookId: id } = claim;
  if (claim.tampered === 'event') {
    instance.log.error(
      { event: 'event.tampered', id: claim.eventId, webhook: id },
      'an event was changed outside the service; it is not delivered',
    );
    return unsent(claim, 'event');
  }
  const [secret, ...others] = claim.tampered === null ? secretsOf(instance, claim) : [];
  if (secret === undefined) {
    instance.log.error(
      { event: 'webhook.tampered', webhook: id },
      'a webhook was changed outside the service; disabling it',
    );
    return unsent(claim, 'webhook');
  }
  const message = claim.dialect === 'quittance' ? ownMessage(claim) : (claim.prepared ?? null);
  if (message === null) {
    instance.log.error(
      { event: 'webhook_order.tampered', id: claim.eventId, webhook: id },
      'the order of a delivery was changed outside the service; it is not delivered',
    );
    return unsent(claim, 'event');
  }
  if ('outdated' in message) return outdated(claim, message);
  try {
    const { answer, refusal } = await send(instance, message, { secrets: [secret, ...others], signal });
    const reply = isSuccess(answer) && refusal !== null ? { ...answer, status: null } : answer;
    return toAttempt(claim, judge(instance, claim, reply, schedule), answer, refusal);
  } catch (failure) {
    if (!(failure instanceof OutboundFailure)) throw failure;
    if (failure.code === 'aborted') return null;
    return toAttempt(claim, judge(instance, claim, null, schedule), null, failure.message);
  }
}

interface Sending {
  readonly secrets: Signing['secrets'];
  readonly signal: AbortSignal;
}

interface Answered {
  readonly answer: OutboundAnswer;
  /** Why the endpoint has not received the message; null if its status decides. */
  readonly refusal: string | null;
}

/** Returns the answer to the last part that was sent. Throws OutboundFailure. */
async function send(
  { outbound, clock }: Pick<Instance, 'outbound' | 'clock'>,
  message: Message,
  sending: Sending,
): Promise<Answered> {
  const { secrets, signal } = sending;
  const { method, url, headers, body } = message.request({ secrets, now: clock.now() });
  const answer = await outbound.call(url, { method, headers, body, timeoutMs: attemptTimeoutMillis, signal });
  const target = redirectTarget(url, answer);
  const refusal = target !== null ? redirects(target) : isSuccess(answer) ? message.refusal(answer) : null;
  if (message.next === undefined || !isSuccess(answer) || refusal !== null) return { answer, refusal };
  return send({ outbound, clock }, message.next, sending);
}

function unsent(claim: Claim, tampered: Tampered): Attempt {
  const error = `The ${tampered} was changed outside the service. Nothing was sent.`;
  return { ...toAttempt(claim, { kind: 'exhausted', gone: false }, null, error), tampered };
}

function outdated(claim: Claim, { outdated: reason }: Outdated): Attempt {
  return { ...toAttempt(claim, { kind: 'exhausted', gone: false }, null, reason), isOutdated: true };
}

/** The current signing secrets, newest first. None if one cannot be unsealed, so the service did not write it. */
function secretsOf({ vault, clock }: Pick<Instance, 'vault' | 'clock'>, claim: Claim): string[] {
  const { secretSealed, previousSecretSealed: previous, previousUntil } = claim;
  const isOver = previousUntil === null || previousUntil <= clock.now();
  const sealed = previous === null || isOver ? [secretSealed] : [secretSealed, previous];
  const opened = sealed.flatMap((one) => openOrNull(vault, one, secretContext(claim.webhookId)) ?? []);
  return opened.length === sealed.length ? opened : [];
}

function isSuccess({ status }: OutboundAnswer): boolean {
  return status >= 200 && status <= 299;
}

function redirects(target: string): string {
  return `It redirects to ${target}. Redirects are not followed: enter that URL.`;
}

function judge(
  { clock, random }: Pick<Instance, 'clock' | 'random'>,
  claim: Claim,
  answer: Reply | null,
  schedule: readonly number[],
): Outcome {
  const reply = { status: answer?.status ?? null, retryAfter: answer?.retryAfter ?? null };
  return judgeReply(reply, { attemptsBefore: claim.attempts, now: clock.now(), random: random(), schedule });
}

function toAttempt(claim: Claim, outcome: Outcome, answer: OutboundAnswer | null, error: string | null): Attempt {
  return {
    claim,
    status: outcome.kind === 'retry' ? 'pending' : outcome.kind,
    retryMillis: outcome.kind === 'retry' ? outcome.afterMillis : null,
    responseStatus: answer?.status ?? null,
    responseBody: answer?.bodyExcerpt ?? null,
    error,
    tampered: null,
    isOutdated: false,
    // Each order has its own address, so the answer of one says nothing about the others.
    gone: outcome.kind === 'exhausted' && outcome.gone && !claim.byOrder,
  };
}
