// What the page shows: one stage, and above it what the customer must know whatever the stage is.
import type { OpenClaim, Snapshot, Transaction, WaitingPayment } from './payment-objects.ts';
import { type Stage, stageOf } from './stage.ts';

/** As the page's connection to the service stands; see outside/live-snapshot.ts. */
type Connection = 'live' | 'polling' | 'lost' | 'offline';

export interface PageState {
  readonly stage: Stage;
  /** Why what is shown may be out of date; null where it is not. */
  readonly cutOff: 'lost' | 'offline' | null;
  /** Claims of all attempts, then other payments that wait for the merchant. */
  readonly waiting: readonly (OpenClaim | WaitingPayment)[];
  /** The name of a network that a payment is waited for on, and that nobody can watch right now; null where all can. */
  readonly networkAway: string | null;
}

export interface Told {
  readonly snapshot: Snapshot;
  readonly connection: Connection;
  /** The server's time in milliseconds. */
  readonly now: number;
  /** What a wallet of this browser sent for an attempt. */
  readonly sentHash?: (transactionId: string) => string | null;
  /** Attempts whose customer wants to see how to pay, whatever was sent for them. */
  readonly showsAgain?: (transactionId: string) => boolean;
}

/** The list of waiting payments leaves out a claim that is the stage itself. */
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

/** How long a payment usually takes to be confirmed, in seconds; null where nobody can say. */
export function usualSeconds(transaction: Transaction, blockSeconds: Snapshot['block_seconds']): number | null {
  const seconds = blockSeconds?.[transaction.network.symbol];
  // When a block is final does not follow from how often blocks come.
  if (seconds === undefined || seconds <= 0 || transaction.requires_finality) return null;
  return Math.max(1, Math.round(seconds * (transaction.required_confirmations || 1)));
}

/** How many confirmations a payment has and needs. */
export function depthOf(transaction: Transaction): { readonly have: number; readonly needed: number } {
  const needed = Math.max(1, transaction.required_confirmations ?? 1);
  return { have: transaction.block === null ? 0 : Math.min(transaction.confirmations ?? 0, needed), needed };
}
