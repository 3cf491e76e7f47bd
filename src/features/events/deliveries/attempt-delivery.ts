// One delivery attempt: signs the event, posts it, and judges the reply. It does not use the database.

import { judgeReply, type Outcome } from '../../../core/delivery-schedule.ts';
import { eventPayload } from '../../../core/event.ts';
import { redirectTarget } from '../../../core/urls/redirect-target.ts';
import type { OutboundAnswer } from '../../../io/outbound/outbound.ts';
import { OutboundFailure } from '../../../io/outbound/outbound-failure.ts';
import { signatureHeaders } from '../../../io/outbound/webhook-signature.ts';
import { openOrNull } from '../../../io/secrets/vault.ts';
import type { Instance } from '../../instance.ts';
import { secretContext } from '../webhooks/view.ts';
import type { Attempt, Claim, Tampered } from './claim-store.ts';

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
  const { webhookId: id, url } = claim;
  if (claim.tampered === 'event') {
    instance.log.error(
      { event: 'event.tampered', id: claim.eventId, webhook: id },
      'an event was changed outside the service; it is not delivered',
    );
    return unsent(claim, 'event');
  }
  const secrets = claim.tampered === null ? secretsOf(instance, claim) : null;
  if (secrets === null) {
    instance.log.error(
      { event: 'webhook.tampered', webhook: id },
      'a webhook was changed outside the service; disabling it',
    );
    return unsent(claim, 'webhook');
  }
  try {
    const answer = await post(instance, claim, secrets, signal);
    const target = redirectTarget(url, answer);
    const error = target === null ? null : `It redirects to ${target}. Redirects are not followed: enter that URL.`;
    return toAttempt(claim, judge(instance, claim, answer, schedule), answer, error);
  } catch (failure) {
    if (!(failure instanceof OutboundFailure)) throw failure;
    if (failure.code === 'aborted') return null;
    return toAttempt(claim, judge(instance, claim, null, schedule), null, failure.message);
  }
}

function unsent(claim: Claim, tampered: Tampered): Attempt {
  const error = `The ${tampered} was changed outside the service. Nothing was sent.`;
  return { ...toAttempt(claim, { kind: 'exhausted', gone: false }, null, error), tampered };
}

/** The current signing secrets, newest first. Null if one cannot be unsealed, so the service did not write it. */
function secretsOf({ vault, clock }: Pick<Instance, 'vault' | 'clock'>, claim: Claim): string[] | null {
  const { secretSealed, previousSecretSealed: previous, previousUntil } = claim;
  const isOver = previousUntil === null || previousUntil <= clock.now();
  const sealed = previous === null || isOver ? [secretSealed] : [secretSealed, previous];
  const opened = sealed.flatMap((one) => openOrNull(vault, one, secretContext(claim.webhookId)) ?? []);
  return opened.length === sealed.length ? opened : null;
}

function post(
  { outbound, clock }: Pick<Instance, 'outbound' | 'clock'>,
  claim: Claim,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const now = clock.now();
  const body = eventPayload({ ...claim, at: claim.eventAt });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Quittance-Webhooks',
    ...signatureHeaders(claim.eventId, now, body, secrets),
  };
  return outbound.post(claim.url, { headers, body, timeoutMs: attemptTimeoutMillis, signal });
}

function judge(
  { clock, random }: Pick<Instance, 'clock' | 'random'>,
  claim: Claim,
  answer: OutboundAnswer | null,
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
    gone: outcome.kind === 'exhausted' && outcome.gone,
  };
}
