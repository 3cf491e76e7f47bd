// The scopes of further app tokens match the operations that an app token may call, with the permissions that these
// operations require.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsByScope } from '../../../src/core/access/app-token-scopes.ts';
import { permissionAsked } from '../../../src/core/access.ts';
import { declaredOperations } from '../../rig/interface/described-api.ts';

test('an app token can have each scope that an operation asks of it, and no other', () => {
  const asked = new Map<string, Set<string>>();
  for (const { access } of declaredOperations()) {
    const scope = access.pat ?? access.oauth2;
    if (access.appToken !== true || scope === undefined) continue;
    asked.set(scope, (asked.get(scope) ?? new Set()).add(permissionAsked(access) ?? 'owner'));
  }
  const found = [...asked].map(([scope, permissions]) => [scope, [...permissions].sort()] as const);
  const listed = Object.entries(permissionsByScope).map(([scope, permissions]) => [scope, [...permissions].sort()]);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(listed));
});
