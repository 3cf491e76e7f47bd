// Deletes old invoices that no money ever reached. What money came to is kept for ever: a payment that was credited
// once must never be found unrecorded and be credited again.

import type { Instance } from '../../../instance.ts';
import { referenceHash } from '../../../known/row-seals/name-gap.ts';
import { recordGivenUp } from '../../../known/row-seals/name-gap-store.ts';
import { auditChange, byCommandLine } from '../../../people/audit/audit-change.ts';
import {
  deleteInvoices,
  type EndedInvoice,
  findUntouched,
  listAppIds,
  listEndedInvoices,
  lockWithAttempts,
  readPruned,
} from '../../ledger/prune/prune-store.ts';
import { keepFormerPrice } from './former-price-store.ts';

/** What is not changed since less than this is never pruned: late payments find their attempt for a week. */
export const prunableAfterMillis = 30 * 24 * 60 * 60 * 1000;

export interface Pruning {
  /** Only what did not change since. */
  readonly before: Date;
  /** Counts, and deletes nothing. */
  readonly isDry: boolean;
  /** Invoices of one commit. */
  readonly batch: number;
  /** Hears after each batch how many were looked at and how many pruned, or to be pruned, so far. */
  onProgress(soFar: Pruned): void;
}

export interface Pruned {
  readonly looked: number;
  readonly pruned: number;
}

/**
 * Addresses stay watched and indices stay used, so that what is still paid there is recorded and waits for the
 * merchant. Interrupted, it has done what it said; run again, it goes on.
 */
export async function pruneInvoices(instance: Instance, pruning: Pruning): Promise<Pruned> {
  let soFar: Pruned = { looked: 0, pruned: 0 };
  for await (const { appId, ids } of endedBatches(instance, pruning)) {
    const pruned = await (pruning.isDry ? countUntouched : pruneBatch)(instance, { appId, ids, pruning });
    soFar = { looked: soFar.looked + ids.length, pruned: soFar.pruned + pruned };
    pruning.onProgress(soFar);
  }
  return soFar;
}

/** What ended without a payment, app by app, oldest first. */
async function* endedBatches({ db }: Instance, { before, batch }: Pruning) {
  for (const appId of await listAppIds(db)) {
    for (const status of ['expired', 'canceled'] as const) {
      let page: EndedInvoice[] = [];
      do {
        page = await listEndedInvoices(db, { appId, status, before, after: page.at(-1) ?? null }, batch);
        if (page.length > 0) yield { appId, ids: page.map(({ id }) => id) };
      } while (page.length === batch);
    }
  }
}

interface Batch {
  readonly appId: string;
  readonly ids: readonly string[];
  readonly pruning: Pruning;
}

async function countUntouched({ db }: Instance, { ids, pruning }: Batch): Promise<number> {
  return (await findUntouched(db, ids, pruning.before)).length;
}

/** The entry in the log is of the same commit. References keep their last price as long as the app exists. */
function pruneBatch(instance: Instance, { appId, ids, pruning }: Batch): Promise<number> {
  return instance.db.atomically(async (trx) => {
    await lockWithAttempts(trx, ids);
    const untouched = await readPruned(trx, await findUntouched(trx, ids, pruning.before));
    if (untouched.length === 0) return 0;
    for (const { reference, total, currency, createdAt } of untouched) {
      if (reference === null) continue;
      await keepFormerPrice(trx, instance, { appId, reference, total, currency, endedAt: createdAt });
      await recordGivenUp(trx, referenceHash(appId, reference));
    }
    const ended = untouched.map(({ id }) => id);
    await deleteInvoices(trx, ended);
    await auditChange(trx, instance, byCommandLine, {
      of: { appId },
      action: 'invoices.pruned',
      subjectId: appId,
      before: null,
      after: { count: untouched.length, unchanged_since: pruning.before.toISOString() },
    });
    return untouched.length;
  });
}
