// A mail to an outside address is charged to its app, its person and its recipient, and is sent if each has budget
// left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BudgetedKind, budgetsOf, mailboxOf, usedUp } from './mail-budget.ts';

const limits = { receiptsPerHour: 200, invitationsPerHour: 20 };

test('each kind of mail has a budget per app, person and recipient', () => {
  const table: readonly [kind: BudgetedKind, app: number, person: number, recipient: number][] = [
    ['receipt', 200, 1_000, 20],
    ['sandbox_receipt', 200, 1_000, 20],
    ['invitation', 40, 20, 5],
  ];
  for (const [kind, app, person, recipient] of table) {
    const budgets = budgetsOf({ kind, to: 'a@example.com', appId: 'app', personId: 'person' }, limits);
    assert.deepEqual(
      budgets.map(({ holder, name, most }) => [holder, name, most]),
      [
        ['app', 'app', app],
        ['person', 'person', person],
        ['recipient', 'a@example.com', recipient],
      ],
      kind,
    );
  }
  const unasked = budgetsOf({ kind: 'unconfirmed', to: 'a@example.com', appId: null, personId: null }, limits);
  assert.deepEqual(unasked, [{ holder: 'recipient', name: 'a@example.com', most: 10 }]);
  // Mails to a +tag of the address, which anyone can cause, do not use up the budget for the notice to a former
  // address.
  const former = budgetsOf({ kind: 'security', to: 'A+b@example.com', appId: null, personId: null }, limits);
  assert.deepEqual(former, [{ holder: 'recipient', name: 'a+b@example.com', most: 10 }]);
});

test('the first budget without room is named', () => {
  const budgets = budgetsOf({ kind: 'invitation', to: 'a@example.com', appId: 'app', personId: 'person' }, limits);
  const table: readonly [sent: readonly number[], holder: string | null][] = [
    [[0, 0, 0], null],
    [[39, 19, 4], null],
    [[40, 0, 0], 'app'],
    [[0, 20, 5], 'person'],
    [[0, 0, 5], 'recipient'],
  ];
  for (const [sent, holder] of table) assert.equal(usedUp(budgets, sent)?.holder ?? null, holder, String(sent));
  const none = budgetsOf(
    { kind: 'receipt', to: 'a@example.com', appId: 'app', personId: 'person' },
    {
      ...limits,
      receiptsPerHour: 0,
    },
  );
  assert.equal(usedUp(none, [0, 0, 0])?.holder, 'app');
});

test('the addresses of one mailbox count together', () => {
  const table: readonly [address: string, mailbox: string][] = [
    ['Ann@Example.com', 'ann@example.com'],
    ['ann+one@example.com', 'ann@example.com'],
    ['ann+one+two@example.com', 'ann@example.com'],
    ['+ann@example.com', '+ann@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
  ];
  for (const [address, mailbox] of table) assert.equal(mailboxOf(address), mailbox);
});
