// Transfers of one chain transaction are judged together, and each part gets one verdict: failed, held, or matched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, shared } from '../../../../test/rig/payment/matching-samples.ts';
import { judge, type Override, type Part, type Verdict } from './judge.ts';
import type { Candidate } from './matching.ts';

const unsaid: Override = { hold: null, assigned: null };
const byMerchant: Override = { hold: null, assigned: { basis: 'newest', invoiceId: 'named' } };
const nothing = { held: null, hasOtherDecimals: false, isBlocked: false } as const;

function attempt(id: string, amount: bigint): Candidate {
  return { ...base, id, invoiceId: `invoice-${id}`, amount };
}

function part(amount: bigint, candidates: readonly Candidate[], facts: Partial<Part> = {}): Part {
  return { incoming: { ...shared, amount }, candidates, succeeded: true, hold: { ...nothing, amount }, ...facts };
}

/** Each judgment as the amounts of its parts and their verdict. */
function said(group: readonly Part[], override = unsaid): string[] {
  return judge(group, override).map(
    ({ parts, verdict }) => `${parts.map(({ incoming }) => incoming.amount).join('+')} ${told(verdict)}`,
  );
}

function told(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'failed':
      return `failed ${verdict.meant}`;
    case 'hold':
      return `held ${verdict.reason}`;
    case 'transaction':
      return `pays ${verdict.id} by ${verdict.by}`;
    case 'late':
      return `late of ${verdict.invoiceId} as ${verdict.basis} by ${verdict.by}`;
    case 'unmatched':
      return `waits ${verdict.reason}`;
  }
}

const [one, other] = [attempt('one', 30n), attempt('other', 70n)];
const whole = attempt('whole', 100n);
const isHeld = { hold: { ...nothing, held: 'unproved_call', amount: 30n } } as const;

const rules: readonly [rule: string, group: readonly Part[], verdicts: readonly string[], override?: Override][] = [
  ['nothing came: nothing is said', [], []],
  ['one transfer pays whose it is', [part(30n, [one, other])], ['30 pays one by amount']],
  [
    'parts that nobody was quoted are one payment',
    [part(40n, [whole]), part(60n, [whole])],
    ['40+60 pays whole by amount'],
  ],
  [
    'each part of a batch finds its own exact quote before what is left is summed',
    [part(30n, [one, other]), part(70n, [one, other])],
    ['30 pays one by amount', '70 pays other by amount'],
  ],
  [
    'what is left of a batch is judged by what is left, and not by all of it',
    [part(30n, [one, whole]), part(45n, [one, whole]), part(55n, [one, whole])],
    ['30 pays one by amount', '45+55 pays whole by amount'],
  ],
  ['what is held is held, whoever was quoted exactly that', [part(30n, [one], isHeld)], ['30 held unproved_call']],
  [
    'a part that is held is not summed with the others',
    [part(30n, [whole], isHeld), part(100n, [whole])],
    ['30 held unproved_call', '100 pays whole by amount'],
  ],
  [
    'a contract that contradicts its decimals holds what it moves',
    [part(30n, [one], { hold: { ...nothing, amount: 30n, hasOtherDecimals: true } })],
    ['30 held asset_stopped'],
  ],
  [
    'an address that the issuer blocked holds what comes',
    [part(30n, [one], { hold: { ...nothing, amount: 30n, isBlocked: true } })],
    ['30 held address_blocked'],
  ],
  ['what no book holds is held', [part(10n ** 77n, [one])], [`${10n ** 77n} held out_of_range`]],
  [
    'where deciding failed each waits by itself, whatever speaks for anybody',
    [part(30n, [one]), part(70n, [other])],
    ['30 held undecided', '70 held undecided'],
    { ...unsaid, hold: 'undecided' },
  ],
  [
    'a failure rejects the attempt whose sender declared it, and is never held',
    [part(30n, [one], { succeeded: false, hold: { ...nothing, held: 'unproved_call', amount: 30n } })],
    ['30 failed one'],
  ],
  [
    'a failure of a sender whom nobody declared rejects nothing',
    [part(30n, [], { succeeded: false })],
    ['30 failed null'],
  ],
  [
    "a merchant's word outweighs exact quotes and holds",
    [part(30n, [one], isHeld)],
    ['30 late of named as newest by merchant'],
    byMerchant,
  ],
];

for (const [rule, group, verdicts, override] of rules)
  test(rule, () => {
    assert.deepEqual(said(group, override), verdicts);
  });
