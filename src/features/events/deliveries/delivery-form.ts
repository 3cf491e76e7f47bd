// The forms of deliveries: each dialect of webhooks has one.
import { eventPayload } from '../../../core/event.ts';
import { signatureHeaders } from '../../../io/outbound/webhook-signature.ts';
import type { WebhookDialect } from '../webhooks/acts/webhook-row.ts';
import type { Claim } from './claim-store.ts';
import { type Message, type Prepared, userAgent } from './message.ts';

export interface DeliveryForm {
  /**
   * Returns the messages of these deliveries, in their order. Null for a delivery whose record was changed outside the
   * service: it is not sent.
   */
  prepare(claims: readonly Claim[]): Promise<readonly (Prepared | null)[]>;
}

/** The forms of dialects other than the service's own. */
export type DeliveryForms = Readonly<Partial<Record<WebhookDialect, DeliveryForm>>>;

/** The service's own form: Standard Webhooks. */
export function ownMessage(claim: Claim): Message {
  return {
    request({ secrets, now }) {
      const body = eventPayload({ ...claim, at: claim.eventAt });
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...signatureHeaders(claim.eventId, now, body, secrets),
      };
      return { method: 'POST', url: claim.url, headers, body };
    },
    refusal: () => null,
  };
}

/** Adds the messages of other dialects to their claims. */
export async function withMessages(claims: readonly Claim[], forms: DeliveryForms): Promise<Claim[]> {
  const found = new Map<Claim, Prepared | null>();
  for (const [dialect, ofDialect] of Map.groupBy(claims, (claim) => claim.dialect)) {
    const prepared = (await forms[dialect]?.prepare(ofDialect)) ?? [];
    for (const [index, message] of prepared.entries()) found.set(ofDialect[index] as Claim, message);
  }
  return claims.map((claim) => ({ ...claim, prepared: found.get(claim) ?? null }));
}
