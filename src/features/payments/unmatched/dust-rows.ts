// The day's rows of dust that one commit adds to.
import type { Queryable } from '../../../io/db/database.ts';
import type { RecordedTransfer } from '../transfer-store.ts';
import { findDustRow, type NewUnmatched } from './waiting-store.ts';

export interface DustRows {
  /** The payment as part of its day's row; told of only where that row is new. */
  rowFor(transfer: RecordedTransfer, payment: NewUnmatched): Promise<NewUnmatched & { readonly isNew: boolean }>;
}

/** Days are those of UTC. */
export function dustRows(trx: Queryable, networkId: string, now: Date): DustRows {
  const known = new Map<string, string>();
  const day = now.toISOString().slice(0, 10);
  return {
    async rowFor({ recipient, assetId, amount }, payment) {
      const key = `${recipient} ${assetId}`;
      const id = known.get(key) ?? (await findDustRow(trx, { networkId, recipient, assetId, day }))?.id ?? null;
      known.set(key, id ?? payment.id);
      const isNew = id === null;
      return { ...payment, id: id ?? payment.id, dust: { day, isNew, amount }, isNew };
    },
  };
}
