// GET /payments: lists the transactions of one app or of all apps of the caller, newest first.
import { countsText, readCurrency, readMetadata, readTotals, several } from '../../../core/list-filters.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { type TransactionStatus, transactionStatuses } from '../../../core/payment/transaction.ts';
import {
  anyOf,
  appFilter,
  assetFilters,
  countsFilter,
  currencyFilter,
  metadataFilter,
  paymentSearchFilter,
  totalFilters,
} from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { nullable, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readAssetFilter } from '../../known/catalog/asset-filter.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import {
  countPayments,
  narrowedPayments,
  type Payment,
  listPayments as readPayments,
} from '../ledger/lists/payment-list-store.ts';
import { readSought } from '../ledger/lists/read-search.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';

const PaymentView = Type.Object({
  ...(TransactionView as unknown as { properties: (typeof TransactionView)['properties'] }).properties,
  app_id: uuid,
  reference: nullable(Type.String({ description: "The reference of its invoice's order." })),
  currency: Type.String({ description: 'The currency of its invoice.' }),
  credited: Type.String({ description: 'The value credited to its invoice, in that currency.' }),
});

const withMoneyFilter = Type.Optional(
  Type.Boolean({
    default: false,
    description: [
      'true: only transactions with a payment that was seen: confirming, confirmed, failed or reversed.',
      'Quotes without a payment, and canceled ones, are left out.',
    ].join(' '),
  }),
);

export function listPayments(instance: Instance): Operation {
  return operation({
    id: 'listPayments',
    method: 'GET',
    path: '/payments',
    group: 'Transactions',
    summary: 'List payments',
    description: [
      'Lists the transactions of an app for all its invoices. All filters must match.',
      '`currency`, `total_min`, `total_max` and `metadata` refer to the invoice.',
    ].join(' '),
    access: { cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    query: Type.Object({
      ...appFilter,
      status: anyOf<TransactionStatus>(transactionStatuses),
      with_money: withMoneyFilter,
      ...currencyFilter,
      ...assetFilters,
      ...totalFilters,
      ...metadataFilter,
      ...paymentSearchFilter,
      ...countsFilter,
      ...pageQuery,
    }),
    answer: Type.Array(PaymentView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const currency = readCurrency(query.currency);
      const db = instance.db.byValue;
      const filter = await narrowedPayments(db, {
        appIds,
        statuses: several(query.status),
        isPayment: query.with_money === true,
        created: page.created,
        currency,
        totals: readTotals(query, currency),
        metadata: readMetadata(query),
        assetIds: await readAssetFilter(instance, query),
        sought: await readSought(instance, appIds, query.q),
      });
      const payments = await readPayments(db, filter, page);
      const counts = query.counts === true ? await countPayments(db, filter) : null;
      const headers = counts === null ? {} : { 'x-counts': countsText(counts) };
      const at = { publicUrl: instance.publicUrl, url, headers };
      return pageAnswer(payments, page, at, (payment) => paymentView(instance, payment));
    },
  });
}

function paymentView(instance: Instance, { transaction, scannedHeight, reference, currency }: Payment) {
  return {
    ...transactionView(instance, transaction, scannedHeight),
    app_id: transaction.appId,
    reference,
    currency,
    credited: formatFixed(transaction.credited, currencyOf(currency)?.decimals ?? 2),
  };
}
