// The state of the page: one stage, and the notices that are shown above any stage.
import type { Merchant, OpenClaim, Snapshot, Transaction, WaitingPayment } from './payment-objects.ts';
import { type Stage, stageOf } from './stage.ts';

/** The page's connection to the service; see browser/live-snapshot.ts. */
type Connection = 'live' | 'polling' | 'lost' | 'offline';

export interface PageState {
  readonly stage: Stage;
  /** Why the page may be out of date; null if it is current. */
  readonly cutOff: 'lost' | 'offline' | null;
  /** Claims of all attempts, then other payments that wait for the merchant. */
  readonly waiting: readonly (OpenClaim | WaitingPayment)[];
  /** The name of a network that a payment is expected on and that no endpoint can reach; null if all are reachable. */
  readonly networkAway: string | null;
}

export interface Told {
  readonly snapshot: Snapshot;
  readonly connection: Connection;
  /** The server's time in milliseconds. */
  readonly now: number;
  /** The hash that a wallet of this browser returned for an attempt. */
  readonly sentHash?: (transactionId: string) => string | null;
  /** The customer asked to see these attempts' payment details again, even though a payment was sent. */
  readonly showsAgain?: (transactionId: string) => boolean;
}

/** The list of waiting payments omits a claim that is the stage itself. */
export function pageState({ snapshot, connection, now, sentHash, showsAgain = () => false }: Told): PageState {
  const { claims = [], waiting = [] } = snapshot;
  const asked = claims.filter((claim) => !showsAgain(claim.transaction_id));
  const stage = stageOf({ ...snapshot, claims: asked }, now, (id) =>
    showsAgain(id) ? null : (sentHash?.(id) ?? null),
  );
  const away = awaited(stage).find(({ network }) => !network.available);
  return {
    stage,
    cutOff: connection === 'lost' || connection === 'offline' ? connection : null,
    waiting: [...claims.filter(({ hash }) => stage.kind !== 'sent' || hash !== stage.sent.hash), ...waiting],
    networkAway: away?.network.name ?? null,
  };
}

/** The attempts whose network the stage waits for. */
function awaited(stage: Stage): readonly Transaction[] {
  switch (stage.kind) {
    case 'sent':
    case 'awaiting':
      return [stage.transaction];
    case 'confirming':
    case 'accepted':
    case 'expired':
      return stage.inFlight;
    default:
      return [];
  }
}

/** Names the URL of the shop as its contact if it has no other. */
export function withContact(snapshot: Snapshot, merchant: Pick<Merchant, 'url'> | null): Snapshot {
  const { invoice } = snapshot;
  return { ...snapshot, invoice: { ...invoice, support_contact: invoice.support_contact ?? merchant?.url ?? null } };
}
