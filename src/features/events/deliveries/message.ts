// The message of one delivery: the request that notifies an endpoint, and the reply that counts as received.
import type { OutboundAnswer } from '../../../io/outbound/outbound.ts';

export const userAgent = 'Quittance-Webhooks';

export interface DeliveryRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a GET. */
  readonly body: string | null;
}

/** The material that a form signs with. */
export interface Signing {
  /** The current secrets of the endpoint, newest first: one, or two after a rotation. */
  readonly secrets: readonly [string, ...string[]];
  readonly now: Date;
}

export interface Message {
  request(signing: Signing): DeliveryRequest;
  /** Returns why a reply with a 2xx status does not count as received; null if it does. */
  refusal(answer: OutboundAnswer): string | null;
  /** Sent once this message was received. If it fails, both are sent again. */
  readonly next?: Message | undefined;
}

/** A delivery that is not sent because its message is no longer true, with the reason for the merchant. */
export interface Outdated {
  readonly outdated: string;
}

export type Prepared = Message | Outdated;
