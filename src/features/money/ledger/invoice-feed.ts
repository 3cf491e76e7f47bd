// Tells those who watch an invoice that it changed: at once over NOTIFY, and by a look every second should one be lost.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { invoiceChannel, listInvoiceMarks } from './invoice-store.ts';
import { listInvoicesOf } from './transaction-store.ts';

export interface InvoiceFeed {
  /** Calls `onChange` whenever the invoice, or the confirmations of what pays it, changed. Answers how to stop. */
  subscribe(invoiceId: string, onChange: () => void): () => void;
  /**
   * Whoever subscribed has read the invoice at this sequence. Where nothing was looked at yet, that is what the first
   * look compares with: else what changed between the read and that look would be told to nobody.
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
    look().catch((error: unknown) => instance.log.debug({ err: error }, 'invoice feed: could not look'));
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

/** Who asks while it runs hears of that run. */
function onceAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= act().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Names the invoices of these transactions on the channel: not they changed, but what is told beside them. */
export async function notifyInvoicesOf(trx: Queryable, transactionIds: readonly string[]): Promise<void> {
  const invoiceIds = await listInvoicesOf(trx, transactionIds);
  if (invoiceIds.length === 0) return;
  await trx.query('select pg_notify($1, id) from unnest($2::text[]) as id', [invoiceChannel, invoiceIds]);
}
