// The permissions of each role, listed in full. A role grants nothing that is not in this table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayApprove, type Permission, roleAllows, roles, rolesAllowed } from './team.ts';

const table: readonly [Permission, ...others: string[]][] = [
  ['read', 'accountant', 'support', 'developer'],
  ['export', 'accountant'],
  ['settle', 'support'],
  ['assign', 'support'],
  ['cancel', 'support'],
  ['main_token'],
  ['tokens', 'developer'],
  ['webhooks', 'developer'],
  ['requests', 'developer'],
  ['sandbox', 'developer'],
  ['invoices'],
  ['apps'],
  ['addresses'],
  ['team'],
];

test('an owner may do everything, and every other role only its listed rights', () => {
  for (const [permission, ...others] of table) {
    assert.deepEqual(rolesAllowed(permission), ['owner', ...others], permission);
    for (const role of roles)
      assert.equal(roleAllows(role, permission), role === 'owner' || others.includes(role), `${role} ${permission}`);
  }
  assert.deepEqual(rolesAllowed(null), ['owner']);
});

test('a change can be approved by the maker of the app, or by an owner of at least the delay', () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * day);
  const cases: readonly [madeIt: boolean, since: Date, now: Date, may: boolean][] = [
    [true, at(0), at(0), true],
    [false, at(5), at(5.999), false],
    [false, at(5), at(6), true],
    [false, at(5), at(9), true],
  ];
  for (const [madeIt, since, now, may] of cases)
    assert.equal(mayApprove({ madeIt, since }, day, now), may, now.toISOString());
  assert.equal(mayApprove({ madeIt: false, since: at(5) }, 0, at(5)), true);
});
