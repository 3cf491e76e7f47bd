// Notifies subscribers that an invoice changed. NOTIFY is immediate; a poll every second covers lost notifications.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { invoiceChannel, listInvoiceMarks } from './invoice-store.ts';
import { listInvoicesOf } from './transaction-store.ts';

export interface InvoiceFeed {
  /**
   * Calls `onChange` whenever the invoice or the confirmations of its payments change. Returns a function that
   * unsubscribes.
   */
  subscribe(invoiceId: string, onChange: () => void): () => void;
  /**
   * States the sequence at which the subscriber read the invoice. The first poll compares with it, so that a change
   * between that read and the poll is not missed. It has no effect after the first poll.
   */
  wasRead(invoiceId: string, sequence: bigint): void;
  stop(): Promise<void>;
}

const lookMillis = 1_000;

export async function startInvoiceFeed(instance: Pick<Instance, 'db' | 'log'>): Promise<InvoiceFeed> {
  const watchers = new Map<string, Set<() => void>>();
  const marks = new Map<string, string>();
  const tell = (invoiceId: string) => {
    for (const onChange of watchers.get(invoiceId) ?? []) onChange();
  };
  const look = onceAtATime(async () => {
    if (watchers.size === 0) return;
    for (const { id, mark } of await listInvoiceMarks(instance.db.publicReads, [...watchers.keys()])) {
      if (marks.has(id) && marks.get(id) !== mark) tell(id);
      if (watchers.has(id)) marks.set(id, mark);
    }
  });
  const unlisten = await instance.db.listen(invoiceChannel, tell, () => void look().catch(() => undefined));
  const timer = setInterval(() => {
    look().catch((error: unknown) => instance.log.debug({ err: error }, 'invoice feed: the poll failed'));
  }, lookMillis);
  return {
    subscribe(invoiceId, onChange) {
      const those = watchers.get(invoiceId) ?? new Set();
      watchers.set(invoiceId, those.add(onChange));
      return () => {
        those.delete(onChange);
        if (those.size > 0) return;
        watchers.delete(invoiceId);
        marks.delete(invoiceId);
      };
    },
    wasRead(invoiceId, sequence) {
      if (watchers.has(invoiceId) && !marks.has(invoiceId)) marks.set(invoiceId, sequence.toString());
    },
    async stop() {
      clearInterval(timer);
      await unlisten();
    },
  };
}

/** Calls during a run return the promise of that run. */
function onceAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= act().finally(() => {
      running = null;
    });
    return running;
  };
}

/**
 * Notifies subscribers of the invoices of these transactions. Call it if the invoices did not change but data shown
 * with them did.
 */
export async function notifyInvoicesOf(trx: Queryable, transactionIds: readonly string[]): Promise<void> {
  const invoiceIds = await listInvoicesOf(trx, transactionIds);
  if (invoiceIds.length === 0) return;
  await trx.query('select pg_notify($1, id) from unnest($2::text[]) as id', [invoiceChannel, invoiceIds]);
}
