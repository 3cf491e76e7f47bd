// Deletes old invoices that never received money. Invoices that received money are kept for ever, so that a credited
// payment is never treated as new and credited again.

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

/**
 * The least age of the last change before an invoice can be pruned. It must exceed the week in which a late payment can
 * still be matched to its attempt.
 */
export const prunableAfterMillis = 30 * 24 * 60 * 60 * 1000;

export interface Pruning {
  /** Only invoices without a change since then are pruned. */
  readonly before: Date;
  /** Counts the invoices and deletes nothing. */
  readonly isDry: boolean;
  /** Invoices per commit. */
  readonly batch: number;
  /**
   * Called after each batch with the number of invoices examined and pruned so far. A dry run counts the invoices that
   * it would prune.
   */
  onProgress(soFar: Pruned): void;
}

export interface Pruned {
  readonly looked: number;
  readonly pruned: number;
}

/**
 * Addresses stay watched and indices stay used, so a later payment there is still recorded and waits for the merchant.
 * An interrupted run keeps its finished batches; the next run continues from there.
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

/** Yields invoices that ended without a payment, app by app, oldest first. */
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

/**
 * Writes the audit log entry in the same commit. The last price of each reference is kept as long as the app exists.
 */
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
