// What each role may do, written out: nothing is given by a role that is not in this table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayApprove, type Permission, roleAllows, roles, rolesAllowed } from './team.ts';

const table: readonly [Permission, ...others: string[]][] = [
  ['read', 'accountant', 'support', 'developer'],
  ['export', 'accountant'],
  ['settle', 'support'],
  ['assign', 'support'],
  ['cancel', 'support'],
  ['tokens', 'developer'],
  ['webhooks', 'developer'],
  ['sandbox', 'developer'],
  ['invoices'],
  ['apps'],
  ['addresses'],
  ['team'],
];

test('an owner may do everything, and every other role what stands beside it', () => {
  for (const [permission, ...others] of table) {
    assert.deepEqual(rolesAllowed(permission), ['owner', ...others], permission);
    for (const role of roles)
      assert.equal(roleAllows(role, permission), role === 'owner' || others.includes(role), `${role} ${permission}`);
  }
  assert.deepEqual(rolesAllowed(null), ['owner']);
});

test('an owner lets another’s change through who made the app, or is one for as long as changes wait', () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * day);
  const app = { createdAt: at(0) };
  const cases: readonly [since: Date, now: Date, may: boolean][] = [
    [at(0), at(0), true],
    [at(5), at(5.999), false],
    [at(5), at(6), true],
    [at(5), at(9), true],
  ];
  for (const [since, now, may] of cases) assert.equal(mayApprove(since, app, day, now), may, since.toISOString());
  assert.equal(mayApprove(at(5), app, 0, at(5)), true);
});
