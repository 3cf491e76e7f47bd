// The scopes that each role can give to an app token, listed in full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appTokenScopes, isWithinRole } from './app-token-scopes.ts';

test('a maker can give a token only scopes that the maker’s role can use', () => {
  const beyond = (role: 'owner' | 'developer') => appTokenScopes.filter((scope) => !isWithinRole(scope, role));
  assert.deepEqual(beyond('owner'), []);
  assert.deepEqual(beyond('developer'), ['invoices:write', 'invoices:settle', 'payments:assign', 'refunds:write']);
});

test('a token of an app has no scope for addresses, for the main token or for an account', () => {
  const never = ['addresses:write', 'apps:token', 'account:read', 'account:write'];
  assert.deepEqual(
    never.filter((scope) => (appTokenScopes as string[]).includes(scope)),
    [],
  );
});
