// Checks every rule of invoices, transactions and refunds from every state against docs/explanation/states.md: neither
// may change alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  cancel,
  credit,
  expire,
  type InvoiceMove,
  type InvoiceState,
  movePending,
  reverse,
  settle,
} from '../../src/core/payment/invoice.ts';
import { type RefundState, refundEvents, refundState } from '../../src/core/payment/outgoing/refund.ts';
import {
  cancelTransaction,
  lose,
  reject,
  reopen,
  see,
  succeed,
  type TransactionState,
  unsee,
} from '../../src/core/payment/transaction.ts';

const page = readFileSync(new URL('../../docs/explanation/states.md', import.meta.url), 'utf8');
const invoicePart = page.slice(page.indexOf('## Invoice'), page.indexOf('## Transaction'));
const transactionPart = page.slice(page.indexOf('## Transaction'), page.indexOf('## The mempool'));

const refundPart = page.slice(page.indexOf('## Refund'), page.indexOf('## Accepted'));

const fresh: InvoiceState = {
  status: 'open',
  total: 100n,
  paid: 0n,
  pending: 0n,
  refunded: 0n,
  tolerance: 0n,
  exceptions: [],
};
const invoices: Readonly<Record<string, InvoiceState>> = {
  open: fresh,
  partially_paid: { ...fresh, status: 'partially_paid', paid: 40n },
  paid: { ...fresh, status: 'paid', paid: 100n },
  'by hand': { ...fresh, status: 'paid', paid: 40n, exceptions: ['settled_manually'] },
  expired: { ...fresh, status: 'expired', paid: 40n },
  canceled: { ...fresh, status: 'canceled' },
};

const invoiceMoves: Readonly<Record<string, (invoice: InvoiceState) => InvoiceMove | null>> = {
  'credit 10': (invoice) => credit(invoice, 10n),
  'credit what is missing': (invoice) => credit(invoice, invoice.total - invoice.paid),
  'credit 10 more than is missing': (invoice) => credit(invoice, invoice.total - invoice.paid + 10n),
  'reverse 10': (invoice) => reverse(invoice, 10n),
  'reverse all': (invoice) => reverse(invoice, invoice.paid),
  '10 more is seen': (invoice) => movePending(invoice, 10n),
  expire,
  'expire, 10 on its way': (invoice) => expire({ ...invoice, pending: 10n }),
  cancel,
  'cancel, 10 on its way': (invoice) => cancel({ ...invoice, pending: 10n }),
  settle,
};

const attempt: TransactionState = {
  status: 'processing',
  reason: null,
  hash: null,
  block: null,
  blockHash: null,
  received: null,
  pending: 0n,
  credited: 0n,
  quoteId: null,
};
const seen = see(attempt, { hash: '0xa', block: 7, blockHash: '0xb', received: 5n }, 5n);
const transactions: Readonly<Record<string, TransactionState>> = {
  processing: attempt,
  waiting: see(attempt, { hash: '0xa', block: null, blockHash: null, received: 5n }, 5n),
  seen,
  lost: lose(seen),
  success: succeed(seen),
  rejected: reject(seen, 'failed_on_chain'),
  canceled: { ...attempt, status: 'canceled', reason: 'requested' },
};

const transactionMoves: Readonly<Record<string, (transaction: TransactionState) => TransactionState | null>> = {
  see: (transaction) => see(transaction, { hash: '0xa', block: 8, blockHash: '0xc', received: 5n }, 5n),
  lose,
  unsee,
  succeed,
  'reject, failed_on_chain': (transaction) => reject(transaction, 'failed_on_chain'),
  'reject, double_spent': (transaction) => reject(transaction, 'double_spent'),
  'reject, reorged': (transaction) => reject(transaction, 'reorged'),
  'cancel, requested': (transaction) => cancelTransaction(transaction, 'requested'),
  'cancel, expired': (transaction) => cancelTransaction(transaction, 'expired'),
  'cancel, superseded': (transaction) => cancelTransaction(transaction, 'superseded'),
  'cancel, address_lost': (transaction) => cancelTransaction(transaction, 'address_lost'),
  reopen,
};

test('the table of invoices equals the rules', () => {
  const walked = walk(invoices, invoiceMoves, (state, move) => {
    try {
      const made = move(state);
      return made === null ? 'refused' : told(state, made);
    } catch (error) {
      assert.ok(error instanceof RangeError);
      return 'never';
    }
  });
  assert.deepEqual(tableOf(invoicePart), walked);
});

test('the table of transactions is what the rules do', () => {
  const walked = walk(transactions, transactionMoves, (state, move) => {
    try {
      const made = move(state);
      if (made === null) return 'refused';
      return made.status === 'processing' ? made.status : `${made.status}${made.reason ? ` (${made.reason})` : ''}`;
    } catch {
      return 'refused';
    }
  });
  assert.deepEqual(tableOf(transactionPart), walked);
});

const refundFacts = {
  'no destination': { hasAddress: false, isCanceled: false, watchId: null },
  destination: { hasAddress: true, isCanceled: false, watchId: null },
  canceled: { hasAddress: true, isCanceled: true, watchId: null },
};
const transfers = {
  'none came': 'awaited',
  'another amount is in a block': 'differs',
  'the exact amount is in a block, or another was accepted': 'seen',
  'it has its confirmations': 'final',
} as const;

test('the tables of refunds equal the rules', () => {
  const [states = '', events = ''] = refundPart.split('A row is the refund before');
  const walked = walk(refundFacts, transfers, (facts, status) => {
    if (!facts.hasAddress && status !== 'awaited') return '–';
    const sentAmount = status === 'awaited' ? null : 5n;
    const state = refundState(facts, facts.hasAddress ? [{ id: 'a', status, sentAmount }] : []);
    return state.amountDiffers ? 'differs' : state.status;
  });
  assert.deepEqual(tableOf(states), walked);
  const chain = (status: 'awaited' | 'differs' | 'seen' | 'final') => {
    const sentAmount = status === 'awaited' ? null : 5n;
    const state: RefundState = refundState(refundFacts.destination, [{ id: 'a', status, sentAmount }]);
    return { ...state, hash: status === 'awaited' ? null : '0xa' };
  };
  const refunds = { ready: chain('awaited'), differs: chain('differs'), seen: chain('seen'), sent: chain('final') };
  const moved = walk(refunds, refunds, (after, before) => refundEvents(before, after).join(', ') || 'silent');
  assert.deepEqual(tableOf(events), moved);
});

test('the drawings have the arrows of the tables, and no others', () => {
  const statusOf = (column: string): string =>
    ({ 'by hand': 'paid', waiting: 'processing', seen: 'processing', lost: 'processing' })[column] ?? column;
  const arrowsOfTable = (part: string) => {
    const arrows = Object.values(tableOf(part)).flatMap((row) =>
      Object.entries(row).map(([column, cell]) => [statusOf(column), cell.split(/[ ,]/)[0] as string]),
    );
    const statuses = new Set([
      'open',
      'partially_paid',
      'paid',
      'expired',
      'canceled',
      'success',
      'rejected',
      'processing',
    ]);
    return names(arrows.filter(([from, to]) => from !== to && statuses.has(to as string)));
  };
  const arrowsOfDrawing = (part: string) =>
    names([...part.matchAll(/^ {2}(\w+) --> (\w+) :/gm)].map(([, from, to]) => [from as string, to as string]));
  for (const part of [invoicePart, transactionPart]) assert.deepEqual(arrowsOfDrawing(part), arrowsOfTable(part));
});

type Table = Record<string, Record<string, string>>;

function walk<State, Move>(
  states: Readonly<Record<string, State>>,
  moves: Readonly<Record<string, Move>>,
  outcome: (state: State, move: Move) => string,
): Table {
  return Object.fromEntries(
    Object.entries(moves).map(([name, move]) => [
      name,
      Object.fromEntries(Object.entries(states).map(([column, state]) => [column, outcome(state, move)])),
    ]),
  );
}

function told(before: InvoiceState, { state, event }: InvoiceMove): string {
  const added = state.exceptions.filter((one) => !before.exceptions.includes(one)).map((one) => `+${one}`);
  return [state.status === before.status ? 'stays' : state.status, event ?? 'silent', ...added].join(', ');
}

/** The first table of a section of the page. */
function tableOf(part: string): Table {
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...body] = rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return Object.fromEntries(
    body.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(cells.map((cell, index) => [head[index + 1] as string, cell])),
    ]),
  );
}

function names(arrows: readonly (readonly string[])[]): string[] {
  return [...new Set(arrows.map(([from, to]) => `${from} to ${to}`))].sort();
}
