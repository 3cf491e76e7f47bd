// GET /transactions: lists the attempts of an invoice: those with a payment first, newest first in each part.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, readWholeOrPage, wholeOrPageQuery } from '../../../io/http/page.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { findInvoice } from '../ledger/invoice-store.ts';
import { listMoneyFirst } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';

export function listTransactions(instance: Instance): Operation {
  return operation({
    id: 'listTransactions',
    method: 'GET',
    path: '/transactions',
    group: 'Transactions',
    summary: 'Get invoice transactions list',
    description: 'Returns all of them unless limit or cursor is sent. Transactions with a payment come first.',
    access: { public: true, cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    query: Type.Object({ invoice_id: uuid, ...wholeOrPageQuery }),
    answer: Type.Array(TransactionView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const db = readerFor(instance.db, caller);
      const page = readWholeOrPage(query);
      const found = await listMoneyFirst(db, query.invoice_id, page);
      // If a transaction was found, the invoice exists.
      if (found.length === 0 && (await findInvoice(db, query.invoice_id)) === null) throw new Problem('not_found');
      const rows = found.map((one) => {
        const { id, createdAt, hash } = one.transaction;
        return { ...one, id, createdAt, isFirst: hash !== null };
      });
      return pageAnswer(rows, page, { publicUrl: instance.publicUrl, url }, (row) =>
        transactionView(instance, row.transaction, row.scannedHeight),
      );
    },
  });
}
