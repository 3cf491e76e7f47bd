// GET /stores/{storeId}/invoices: lists the invoices of the store, newest first.
import { type DialectWords, dialectWords } from '../../../../core/dialect/dialect-words.ts';
import { type OrderSituation, orderSituations } from '../../../../core/dialect/order-situation.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { listInvoicesByIds } from '../../../money/ledger/invoice-store.ts';
import { listShopInvoices } from '../../shop-invoices/shop-invoice-store.ts';
import { answered } from '../greenfield-wire.ts';
import { storeOf } from '../stores/store-of-call.ts';
import { findInvoiceIds, type InvoiceSearch } from './invoice-search-store.ts';
import { invoiceView } from './invoice-view.ts';

const usualTake = 50;
const mostTake = 1_000;
const mostSkip = 1_000_000;
const mostValues = 50;

export async function listInvoices(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { appId } = storeOf(call);
  const ids = await findInvoiceIds(instance.db.byValue, readSearch(appId, new URLSearchParams(call.queryText)));
  const [invoices, shops] = await Promise.all([
    listInvoicesByIds(instance.db, ids),
    listShopInvoices(instance.db, 'greenfield', ids),
  ]);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return answered(found.map((invoice) => invoiceView(instance, invoice, shops.get(invoice.id) ?? null)));
}

/** Names are read in any case. Throws Problem naming the first invalid one. */
function readSearch(appId: string, query: URLSearchParams): InvoiceSearch {
  const all = (name: string) =>
    [...query].flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() && value !== '' ? [value] : []));
  const last = (name: string) => all(name).at(-1) ?? null;
  const statuses = all('status');
  const orderIds = all('orderId');
  for (const [name, values] of Object.entries({ status: statuses, orderId: orderIds }))
    if (values.length > mostValues) throw fieldProblem(name, 'too_many', `At most ${mostValues} values are allowed.`);
  return {
    appId,
    orderIds,
    situations: statuses.length === 0 ? null : statuses.flatMap(situationsOf),
    text: last('textSearch'),
    from: timeIn('startDate', last('startDate')),
    before: timeIn('endDate', last('endDate')),
    withArchived: last('includeArchived')?.toLowerCase() === 'true',
    skip: numberIn('skip', last('skip'), { usual: 0, most: mostSkip }),
    take: numberIn('take', last('take'), { usual: usualTake, most: mostTake }),
  };
}

const { values: words }: DialectWords['query'] = dialectWords.greenfield.query;

function situationsOf(status: string): OrderSituation[] {
  const word = status.toLowerCase();
  const found = orderSituations.filter((one) => String(words[one]).toLowerCase() === word);
  if (found.length > 0) return found;
  throw fieldProblem('status', 'unknown', 'Must be New, Processing, Expired, Invalid or Settled.');
}

/** Seconds since 1970. */
function timeIn(name: string, text: string | null): Date | null {
  if (text === null) return null;
  if (/^[0-9]{1,12}$/.test(text)) return new Date(Number(text) * 1000);
  throw fieldProblem(name, 'invalid_time', 'Must be a Unix time in seconds.');
}

function numberIn(name: string, text: string | null, { usual, most }: { usual: number; most: number }): number {
  if (text === null) return usual;
  const isNumber = /^[0-9]{1,9}$/.test(text);
  if (isNumber && Number(text) <= most) return Number(text);
  throw fieldProblem(name, 'out_of_range', `Must be a whole number of at most ${most}.`);
}
