// The transactions that one commit has at hand, by the address they are paid at.
import type { Books } from '../../ledger/books.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import { mostWithoutQuote } from './candidate-store.ts';

export interface AddressBook {
  /** As they stand in this commit, newest first. */
  at(recipient: string): readonly Transaction[];
  /** One that was just made. Of those without a quote no more are kept than are ever read. */
  add(transaction: Transaction): void;
  /** The chain transaction that a transaction waited for, in no block, when the books were opened. */
  unconfirmedHash(id: string): string | null;
}

export function addressBook(books: Books): AddressBook {
  const idsAt = new Map<string, string[]>();
  const waited = new Map<string, string>();
  for (const { id, recipient, status, hash, block, received } of books.transactions) {
    idsAt.set(recipient, [...(idsAt.get(recipient) ?? []), id]);
    if (status === 'processing' && hash !== null && block === null && received !== null) waited.set(id, hash);
  }
  return {
    at: (recipient) => (idsAt.get(recipient) ?? []).flatMap((id) => books.transaction(id) ?? []),
    add({ id, recipient }) {
      let withoutQuote = 0;
      const ids = [id, ...(idsAt.get(recipient) ?? [])].filter((one) => {
        const isQuoted = books.transaction(one)?.amount !== null;
        if (!isQuoted) withoutQuote += 1;
        return isQuoted || withoutQuote <= mostWithoutQuote;
      });
      idsAt.set(recipient, ids);
    },
    unconfirmedHash: (id) => waited.get(id) ?? null,
  };
}
