// A customer's reads of invoices and transactions, and waits for their states, shared by all chains' stages.
import { type Client, type Json, ok, until } from '../client.ts';

export interface StageReads {
  getInvoice(id: string): Promise<Json>;
  getTransaction(id: string): Promise<Json>;
  transactionsOf(invoiceId: string): Promise<Json[]>;
  /** Waits until the invoice has these members, and returns it. */
  invoiceBecomes(id: string, wanted: Json): Promise<Json>;
  transactionBecomes(id: string, wanted: Json): Promise<Json>;
}

/** `anyone` has no credentials. */
export function stageReads(anyone: Client): StageReads {
  const getInvoice = (id: string) => ok<Json>(anyone.get(`/invoice/${id}`));
  const getTransaction = (id: string) => ok<Json>(anyone.get(`/transaction/${id}`));
  return {
    getInvoice,
    getTransaction,
    transactionsOf: (invoiceId) => ok(anyone.get('/transactions', { query: { invoice_id: invoiceId } })),
    invoiceBecomes: (id, wanted) => becomes(() => getInvoice(id), wanted),
    transactionBecomes: (id, wanted) => becomes(() => getTransaction(id), wanted),
  };
}

/** Repeats the read until the result has these members, and returns it. */
export async function becomes(read: () => Promise<Json>, wanted: Json): Promise<Json> {
  let last: Json;
  return until(
    async () => {
      last = await read();
      const fits = Object.entries(wanted).every(
        ([name, value]) => JSON.stringify(last[name]) === JSON.stringify(value),
      );
      return fits ? last : null;
    },
    () => `${JSON.stringify(wanted)}; it is ${JSON.stringify(last, null, 1)}`,
  );
}
