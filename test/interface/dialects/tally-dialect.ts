// A dialect for the test of the interface: key in the query, forms, short words, and errors as HTTP 200 with a code.
import type { Caller } from '../../../src/core/access.ts';
import { fieldProblem, Problem } from '../../../src/core/problem.ts';
import type { Instance } from '../../../src/features/instance.ts';
import { makeInvoice } from '../../../src/features/money/invoices/acts/make-invoice.ts';
import { readTotal } from '../../../src/features/money/invoices/invoice-body.ts';
import { findInvoice } from '../../../src/features/money/ledger/invoice-store.ts';
import { ownApp } from '../../../src/features/people/apps/own-app.ts';
import type { Dialect, DialectCall } from '../../../src/io/http/dialects/dialect.ts';
import type { MakeDialect } from '../../../src/roles/http/dialects.ts';

const access = { appToken: true } as const;
const answered = (data: object) => ({ status: 200, body: { code: 1, ...data } });

export const tallyDialect: MakeDialect = (instance, authenticate): Dialect => ({
  name: 'tally',
  prefix: '/tally',
  readBody(mediaType, text) {
    if (mediaType !== 'application/x-www-form-urlencoded') throw new Problem('unsupported_media_type');
    return Object.fromEntries(new URLSearchParams(text));
  },
  authenticate({ query, address }) {
    if (query.key === undefined) throw new Problem('not_authenticated');
    return authenticate({ authorization: `Bearer ${query.key}` }, address);
  },
  showProblem: ({ code, detail, errors }) => ({
    status: 200,
    body: { code: -1, msg: errors?.[0]?.message ?? detail, why: code },
  }),
  routes: [
    { method: 'POST', path: '/order.php', access, handle: (call) => makeOrder(instance, call) },
    { method: 'GET', path: '/order.php', access, handle: (call) => getOrder(instance, call) },
  ],
});

async function makeOrder(instance: Instance, { caller, body }: DialectCall) {
  const { no, money } = (body ?? {}) as { no?: string; money?: string };
  if (money === undefined) throw fieldProblem('money', 'required', 'Give `money`.');
  const app = await ownApp(instance.db, undefined, caller);
  const order = no === undefined ? undefined : { reference: no };
  const params = { app, ...readTotal(money, 'CNY'), text: { order }, clockLeadMillis: 0 };
  const { invoice } = await instance.db.atomically((trx) => makeInvoice(trx, instance, params));
  return answered({ trade_no: invoice.id, payurl: `${instance.publicUrl}/pay/${invoice.id}` });
}

async function getOrder(instance: Instance, { caller, query }: DialectCall) {
  const invoice = await findInvoice(instance.db, query.trade_no ?? '');
  if (invoice === null || appOf(caller) !== invoice.appId) throw new Problem('not_found');
  return answered({ trade_no: invoice.id, status: invoice.status === 'paid' ? 1 : 0 });
}

function appOf(caller: Caller): string | null {
  return caller.kind === 'app_token' ? caller.appId : null;
}
