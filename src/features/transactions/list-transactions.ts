// GET /transactions: an invoice's attempts, newest first.

import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import type { Instance } from '../instance.ts';
import { findInvoice } from '../ledger/invoice-store.ts';
import { listTransactions as readTransactions } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';

export function listTransactions(instance: Instance): Operation {
  return operation({
    id: 'listTransactions',
    method: 'GET',
    path: '/transactions',
    group: 'Transactions',
    summary: 'Get invoice transactions list',
    access: { public: true, cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    query: Type.Object({ invoice_id: uuid, ...pageQuery }),
    answer: Type.Array(TransactionView),
    problems: ['not_found'],
    handle: async ({ query, url }) => {
      if ((await findInvoice(instance.db, query.invoice_id)) === null) throw new Problem('not_found');
      const page = readPage(query);
      const found = await readTransactions(instance.db, query.invoice_id, page.limit, page.after);
      const rows = found.map((one) => ({ ...one, id: one.transaction.id, createdAt: one.transaction.createdAt }));
      return pageAnswer(rows, page, instance.publicUrl, url, (row) =>
        transactionView(instance, row.transaction, row.scannedHeight),
      );
    },
  });
}
