// The permissions of a shop's key: their names as plugins write them, and the scopes of its token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorScopes } from './door-kinds.ts';
import { readPermissions, scopesOfPermissions, storePermissions } from './store-permissions.ts';

test('names of permissions are read with and without their prefix and store', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['btcpay.store.canviewinvoices', ['btcpay.store.canviewinvoices'], []],
    ['canviewinvoices', ['btcpay.store.canviewinvoices'], []],
    ['btcpay.store.canviewinvoices:8f2', ['btcpay.store.canviewinvoices'], []],
    [' btcpay.store.CanCreateInvoice ', ['btcpay.store.cancreateinvoice'], []],
    ['webhooks.canmodifywebhooks', ['btcpay.store.webhooks.canmodifywebhooks'], []],
    ['canmodifywebhooks', [], ['canmodifywebhooks']],
    ['btcpay.server.canmodifyserversettings', [], ['btcpay.server.canmodifyserversettings']],
    ['btcpay.store.constructor', [], ['btcpay.store.constructor']],
    ['', [], []],
  ];
  for (const [sent, known, unknown] of cases) assert.deepEqual(readPermissions([sent]), { known, unknown }, sent);
  assert.deepEqual(readPermissions([...storePermissions, ...storePermissions].reverse()).known, storePermissions);
});

test('a key has the scopes of its permissions, and with all of them those of the door', () => {
  assert.deepEqual(scopesOfPermissions(['btcpay.store.canviewinvoices']), ['invoices:read', 'transactions:read']);
  assert.deepEqual(scopesOfPermissions(['btcpay.store.canviewstoresettings']), []);
  assert.deepEqual(scopesOfPermissions(storePermissions).sort(), [...doorScopes.greenfield].sort());
});
