// Every state of a payment has one stage, with the notices above it: a table of invoice, attempts, waiting payments,
// claims and connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInvoice, sampleNetwork, sampleTransaction } from '../../../test/rig/browser/sample-payment.ts';
import { type PageState, pageState } from './page-state.ts';
import type { Invoice, OpenClaim, Transaction, WaitingPayment } from './payment-objects.ts';
import { mayChoose } from './stage.ts';

const now = Date.parse('2026-11-01T12:00:00.000Z');
const [earlier, before] = ['2026-11-01T11:59:59.000Z', '2026-11-01T11:00:00.000Z'];

const attempt = (over: Partial<Transaction> = {}): Transaction => ({ ...sampleTransaction, ...over });
const seen = attempt({ id: 's', hash: '0xaa', received_amount: '0.05', created_at: before });
const confirmed = attempt({ ...seen, block: 7, confirmations: 2, status: 'success' });
const runOut = attempt({ status: 'canceled', reason: 'expired' });
const away = { ...sampleNetwork, available: false };

const came: WaitingPayment = {
  id: 'w',
  reason: 'wrong_asset',
  created_at: earlier,
  payment: { amount: '49.9', cryptocurrency: 'USDC', network: 'Local', hash: '0xcc', explorer_url: null },
};
const claim: OpenClaim = { transaction_id: 't', hash: '0xbb', network: 'Local', seen: false };
const found: OpenClaim = { ...claim, hash: '0xcc', seen: true, amount: '49.41', cryptocurrency: 'USDT' };
const other = attempt({ id: 'o', created_at: before, status: 'canceled', reason: 'requested' });
const ofOther = { ...found, transaction_id: 'o' };

interface Row {
  readonly invoice?: Partial<Invoice>;
  readonly attempts?: readonly Transaction[];
  readonly waiting?: readonly WaitingPayment[];
  readonly claims?: readonly OpenClaim[];
  readonly sent?: string;
  /** Whether the customer asked to see the payment details again. */
  readonly showsAgain?: boolean;
  readonly connection?: 'live' | 'polling' | 'lost' | 'offline';
}

const late = { ...came, reason: 'held' };
const part: Partial<Invoice> = { status: 'partially_paid', paid: '40.00' };

/** By the customer's view; `text` writes it as below. */
const table: Readonly<Record<string, readonly [Row, string]>> = {
  choosing: [{}, 'choosing'],
  'choosing again after giving an attempt up': [
    { attempts: [attempt({ status: 'canceled', reason: 'requested' })] },
    'choosing',
  ],
  awaiting: [{ attempts: [attempt()] }, 'awaiting t'],
  'awaiting, while another payment is confirmed': [{ attempts: [seen, attempt()] }, 'awaiting t'],
  'awaiting, its network away': [{ attempts: [attempt({ network: away })] }, 'awaiting t, away'],
  'sent by a wallet of this browser': [{ attempts: [attempt()], sent: '0xdd' }, 'sent 0xdd'],
  'sent, and the price has run out since': [{ attempts: [runOut], sent: '0xdd' }, 'sent 0xdd'],
  'claimed, and not found yet': [{ attempts: [attempt()], claims: [claim] }, 'sent 0xbb'],
  'claimed, and waiting for the merchant': [{ attempts: [attempt()], claims: [found] }, 'sent 0xcc waits'],
  'claimed, and how to pay is shown again': [
    { attempts: [attempt()], claims: [found], showsAgain: true },
    'awaiting t, claim 49.41 USDT',
  ],
  'claimed for an attempt that another took the place of': [
    { attempts: [attempt(), other], claims: [ofOther] },
    'awaiting t, claim 49.41 USDT',
  ],
  'claimed for an attempt that another took the place of, and not found yet': [
    { attempts: [attempt(), other], claims: [{ ...claim, transaction_id: 'o' }] },
    'awaiting t, claim',
  ],
  'claimed, and the attempt given up': [{ attempts: [other], claims: [ofOther] }, 'choosing, claim 49.41 USDT'],
  'claimed for two attempts': [
    { attempts: [attempt(), other], claims: [claim, ofOther] },
    'sent 0xbb, claim 49.41 USDT',
  ],
  'claimed, and expired since': [
    { invoice: { status: 'expired' }, attempts: [runOut], claims: [found] },
    'expired, claim 49.41 USDT',
  ],
  'claimed, and a part paid since': [
    { invoice: part, attempts: [confirmed, other], claims: [ofOther] },
    'partly_paid, due 60.00, claim 49.41 USDT',
  ],
  'claimed, and paid otherwise': [
    { invoice: { status: 'paid', paid: '100.00' }, attempts: [confirmed, other], claims: [ofOther] },
    'paid, claim 49.41 USDT',
  ],
  'price run out, and not closed yet': [{ attempts: [attempt({ expire_at: earlier })] }, 'choosing after t'],
  'price run out': [{ attempts: [runOut] }, 'choosing after t'],
  'seen, waiting for a block': [{ invoice: { pending: '100.00' }, attempts: [seen] }, 'confirming, due 0.00'],
  'part of it seen': [{ invoice: { pending: '40.00' }, attempts: [seen] }, 'confirming, due 60.00'],
  'seen, its network away': [
    { invoice: { pending: '100.00' }, attempts: [attempt({ ...seen, network: away })] },
    'confirming, due 0.00, away',
  ],
  'part of it paid': [{ invoice: part, attempts: [confirmed] }, 'partly_paid, due 60.00'],
  'part paid, the price of the rest run out': [
    { invoice: part, attempts: [confirmed, runOut] },
    'partly_paid, due 60.00',
  ],
  paid: [{ invoice: { status: 'paid', paid: '100.00' }, attempts: [confirmed, attempt()] }, 'paid'],
  overpaid: [{ invoice: { status: 'paid', paid: '103.00', exceptions: ['overpaid'] }, attempts: [confirmed] }, 'paid'],
  'paid late, and accepted': [
    { invoice: { status: 'paid', exceptions: ['paid_late'] }, attempts: [attempt({ ...confirmed, reason: 'late' })] },
    'paid',
  ],
  'accepted before its block': [
    { invoice: { accepted_at: earlier, pending: '100.00' }, attempts: [attempt({ id: 'u' }), seen] },
    'accepted',
  ],
  expired: [{ invoice: { status: 'expired' }, attempts: [runOut] }, 'expired'],
  'expired with a part': [{ invoice: { status: 'expired', paid: '40.00' }, attempts: [confirmed] }, 'expired'],
  'expired, a late payment held': [{ invoice: { status: 'expired' }, waiting: [late] }, 'expired, held 49.9 USDC'],
  canceled: [{ invoice: { status: 'canceled' }, attempts: [attempt()] }, 'canceled'],
  'canceled, and paid all the same': [
    { invoice: { status: 'canceled' }, waiting: [{ ...came, reason: 'invoice_canceled' }] },
    'canceled, invoice_canceled 49.9 USDC',
  ],
  'rejected by the chain': [
    { attempts: [attempt({ status: 'rejected', reason: 'failed_on_chain' })] },
    'failed failed_on_chain',
  ],
  'spent elsewhere': [
    { attempts: [attempt({ hash: '0xaa', status: 'rejected', reason: 'double_spent' })] },
    'failed double_spent',
  ],
  'taken back by a reorg': [
    {
      invoice: { exceptions: ['reorged'] },
      attempts: [attempt({ ...confirmed, status: 'rejected', reason: 'reorged' })],
    },
    'failed reorged',
  ],
  'rejected, and paid again since': [
    { invoice: { pending: '100.00' }, attempts: [attempt({ id: 'n', hash: '0xee' }), attempt({ status: 'rejected' })] },
    'confirming, due 0.00',
  ],
  'another token came': [{ attempts: [attempt()], waiting: [came] }, 'awaiting t, wrong_asset 49.9 USDC'],
  'something came that may be somebody else’s': [
    { attempts: [attempt()], waiting: [{ ...came, reason: 'unknown', payment: null }] },
    'awaiting t, unknown',
  ],
  'the service does not answer': [{ attempts: [attempt()], connection: 'lost' }, 'awaiting t, lost'],
  'no network': [
    { invoice: { pending: '100.00' }, attempts: [seen], connection: 'offline' },
    'confirming, due 0.00, offline',
  ],
  'asked and not told': [{ attempts: [attempt()], connection: 'polling' }, 'awaiting t'],
};

for (const [name, [row, expected]] of Object.entries(table))
  test(`what the page shows: ${name}`, () => assert.equal(text(shown(row)), expected));

test('where a customer may go on, one button leads to the choice of how', () => {
  const goesOn = (name: string) => mayChoose(shown((table[name] as (typeof table)[string])[0]).stage);
  for (const name of ['part of it paid', 'part of it seen', 'rejected by the chain', 'taken back by a reorg'])
    assert.equal(goesOn(name), true, name);
  for (const name of ['paid', 'expired', 'canceled', 'seen, waiting for a block', 'claimed, and not found yet'])
    assert.equal(goesOn(name), false, name);
});

function shown({ invoice = {}, attempts = [], waiting = [], claims = [], sent, ...row }: Row): PageState {
  const snapshot = { invoice: { ...sampleInvoice, ...invoice }, transactions: attempts, waiting, claims };
  const { connection = 'live', showsAgain = false } = row;
  return pageState({ snapshot, connection, now, sentHash: () => sent ?? null, showsAgain: () => showsAgain });
}

function text({ stage, waiting, cutOff, networkAway }: PageState): string {
  const base = ((): string => {
    switch (stage.kind) {
      case 'awaiting':
        return `awaiting ${stage.transaction.id}`;
      case 'sent':
        return `sent ${stage.sent.hash}${stage.sent.waits ? ' waits' : ''}`;
      case 'choosing':
        return stage.expiredQuote === null ? 'choosing' : `choosing after ${stage.expiredQuote.id}`;
      case 'confirming':
      case 'partly_paid':
        return `${stage.kind}, due ${stage.due}`;
      case 'failed':
        return `failed ${stage.transaction.reason}`;
      default:
        return stage.kind;
    }
  })();
  const more = waiting.map((one) => {
    const [what, came] = 'hash' in one ? ['claim', one] : [one.reason, one.payment];
    return `${what} ${came?.amount ?? ''} ${came?.cryptocurrency ?? ''}`;
  });
  const away = networkAway === null ? [] : ['away'];
  return [base, ...more.map((one) => one.trim()), ...(cutOff === null ? [] : [cutOff]), ...away].join(', ');
}
