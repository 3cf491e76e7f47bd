// The view of a payment in a shop's page, case by case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EmbedView, type Known, viewOf } from './embed-view.ts';
import type { Statement } from './statement.ts';

const shown = { transaction_id: 't1', to: '0x01', amount: '2.5', cryptocurrency: 'ETH', network: 'ethereum' };
const asked: Statement = {
  ...shown,
  invoice_id: 'i1',
  nonce: 'n1',
  status: 'processing',
  hash: null,
  awaited: true,
  payment_uri: 'ethereum:0x01',
  contract: null,
  network_name: 'Ethereum',
  chain_id: 1,
  expire_at: null,
  signed_at: '2026-11-28T12:00:00.000Z',
};
const seen: Statement = { ...asked, awaited: false, to: '', amount: null, hash: '0xaa' };
const nothing: Known = {
  canVerify: true,
  statement: null,
  isOver: true,
  fault: null,
  report: undefined,
  isSilent: false,
  hasDiffered: false,
};
const awaited: Known = { ...nothing, statement: asked, isOver: false };
const other = { ...shown, transaction_id: 't2' };
const swapped = { ...shown, to: '0x02' };

type Row = readonly [says: string, known: Known, ...Seen];
type Seen = readonly [EmbedView['check'], EmbedView['payment'], EmbedView['frame'], EmbedView['sentence']];

const rows: readonly Row[] = [
  ['nothing is known yet', nothing, 'none', 'none', 'shown', 'elsewhere'],
  ['the customer chooses', { ...nothing, report: null }, 'none', 'none', 'shown', 'elsewhere'],
  ['the frame asks, nothing signed has come', { ...nothing, report: shown }, 'checking', 'none', 'shown', 'elsewhere'],
  ['signed, and the frame has not reported', awaited, 'checking', 'open', 'folded', null],
  ['signed, and the frame agrees', { ...awaited, report: shown }, 'agrees', 'open', 'folded', null],
  ['the frame shows no payment', { ...awaited, report: null }, 'none', 'closed', 'shown', 'elsewhere'],
  ['another address in the frame', { ...awaited, report: swapped }, 'differs', 'open', 'hidden', 'differs'],
  ['not reported as our page does', { ...awaited, report: 'foreign' }, 'differs', 'open', 'hidden', 'differs'],
  ['it differed before', { ...awaited, report: shown, hasDiffered: true }, 'differs', 'open', 'hidden', 'differs'],
  ['the frame stays silent', { ...awaited, isSilent: true }, 'unknown', 'open', 'hidden', 'lost'],
  ['another attempt is asked about', { ...awaited, report: other }, 'checking', 'open', 'folded', null],
  [
    ...(['it cannot be asked about', { ...awaited, report: other, fault: 'unreachable' }] as const),
    ...(['unknown', 'open', 'hidden', 'lost'] as const),
  ],
  [
    ...(['it failed the verification', { ...awaited, report: other, fault: 'refused' }] as const),
    ...(['differs', 'open', 'hidden', 'differs'] as const),
  ],
  ['nothing holds that was signed', { ...nothing, fault: 'refused' }, 'differs', 'none', 'hidden', 'unverified'],
  [
    ...(['a foreign page before anything is signed', { ...nothing, report: 'foreign' }] as const),
    ...(['differs', 'none', 'hidden', 'unverified'] as const),
  ],
  [
    ...(['answers are withheld while the frame asks', { ...nothing, report: shown, fault: 'unreachable' }] as const),
    ...(['unknown', 'none', 'hidden', 'lost'] as const),
  ],
  ['no answer, and nothing asked', { ...nothing, fault: 'unreachable' }, 'none', 'none', 'shown', 'elsewhere'],
  ['the time to pay is over', { ...awaited, isOver: true, report: null }, 'none', 'none', 'shown', 'elsewhere'],
  ['a payment was seen', { ...awaited, statement: seen, report: null }, 'none', 'none', 'shown', null],
  [
    ...([
      'a payment was seen, and the frame had differed',
      { ...awaited, statement: seen, hasDiffered: true },
    ] as const),
    ...(['differs', 'none', 'hidden', 'confirming'] as const),
  ],
  [
    ...(['paid, and the frame had differed'] as const),
    { ...awaited, statement: { ...seen, status: 'success' }, hasDiffered: true },
    ...(['differs', 'none', 'hidden', 'paid'] as const),
  ],
  ['a browser that cannot verify', { ...nothing, canVerify: false }, 'unknown', 'none', 'shown', 'unable'],
];

test('an address is shown only if it was signed, and a frame that contradicts it is hidden', () => {
  for (const [says, known, check, payment, frame, sentence] of rows)
    assert.deepEqual(viewOf(known), { check, payment, frame, sentence }, says);
});
