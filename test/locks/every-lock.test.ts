// Every place in the source that locks rows, a table or an advisory lock names the test in which two commits meet
// there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingTests } from '../rig/documents/named-tests.ts';
import { sourceFiles } from '../rig/house/source-tree.ts';

const [addresses, configuration, identity, money, names, refunds, queues] = [
  'test/locks/addresses.test.ts',
  'test/locks/configuration.test.ts',
  'test/locks/identity.test.ts',
  'test/locks/money.test.ts',
  'test/locks/names.test.ts',
  'test/locks/refunds.test.ts',
  'test/locks/work-queues.test.ts',
];
const cursors = 'src/features/known/networks/cursor-store.test.ts';
const claims = 'src/features/events/deliveries/claim-store.test.ts';

/** By file: a part of the line with the lock, the file of its test, and the test's name. */
const proofs: Readonly<Record<string, readonly (readonly [lock: string, file: string, name: string])[]>> = {
  'src/features/receiving/addresses/ownership/owner-store.ts': [
    [
      'from wallets w where',
      addresses,
      'an address that its owner puts to use once more meanwhile is taken over from there too',
    ],
    ['order by w.id', addresses, 'a key whose owner proves control meanwhile is not taken over'],
    [
      'lock table transactions',
      addresses,
      'an attempt that is made while its address changes hands ends with the take-over',
    ],
  ],
  'src/features/evidence/refunds/psbt/psbt-store.ts': [
    ['from wallets', money, 'of two refunds whose PSBTs spend one coin and are stored at once, one is built again'],
  ],
  'src/features/receiving/addresses/store.ts': [
    ['order by id', addresses, 'of two addresses that are removed at once, the last one in effect stays'],
  ],
  'src/features/receiving/app-cryptocurrencies/store.ts': [
    ['from app_cryptocurrencies', configuration, 'two changes of the terms of one coin at once are both kept'],
  ],
  'src/features/people/apps/slugs/slug-change-store.ts': [
    ['from slug_changes', addresses, 'a change of a slug that is stopped twice at once is stopped once'],
  ],
  'src/features/people/apps/store.ts': [
    ['from apps', configuration, 'of two webhooks that are added at once, one takes the last place'],
  ],
  'src/features/known/catalog/loading/catalog-row-store.ts': [
    ['quittance catalog', configuration, 'processes that load a new network at once know it by one id'],
  ],
  'src/io/chains/test-chain/test-chain-store.ts': [
    ['branchLock', configuration, 'two processes that make blocks of the test chain at once make each block once'],
  ],
  'src/features/events/deliveries/claim-store.ts': [
    ['fresh', queues, 'two workers that take deliveries at once take different ones'],
    ['replayed', queues, 'two workers never take the same delivery of a replay'],
  ],
  'src/features/events/events/store.ts': [
    ['order by created_at', queues, 'two processes that delete old events at once delete different ones'],
  ],
  'src/features/operations/failover/standing-store.ts': [
    [
      'database_standing',
      configuration,
      'of two processes that recover a database that went back, one moves the keys ahead',
    ],
  ],
  'src/features/people/identity/email-change/email-change-store.ts': [
    ["lock: '' |", identity, 'both ends agree to an address at once: the second agreement changes it'],
    ['findOurs(', identity, 'both ends agree to an address at once: the second agreement changes it'],
    [
      'new_agreed_at',
      identity,
      'a change of an address that its old end agrees to is no silent one: the sweep leaves it',
    ],
  ],
  'src/features/people/identity/sign-in/records/sign-in-store.ts': [
    [
      'tableOf(model)',
      identity,
      'two changes of one user at once: the audit log says of the second what the first one wrote',
    ],
  ],
  'src/features/people/identity/sign-in/second-factor-store.ts': [
    ['from sessions', identity, 'a session that ends meanwhile takes no new proof'],
  ],
  'src/features/people/identity/sign-in/wrong-codes/wrong-code-store.ts': [
    ['from wrong_codes', identity, 'of wrong codes that are given at once, each is counted'],
  ],
  'src/features/people/identity/store.ts': [
    [
      'from users',
      identity,
      'a user whose address changes meanwhile is not confirmed by the old one, and stays signed',
    ],
  ],
  'src/features/operations/keys/key-store.ts': [
    ['lock table key_checks', configuration, 'of two processes that bring an empty instance its first key, one does'],
  ],
  'src/features/money/ledger/invoice-store.ts': [
    ['where id = $1', money, 'an invoice that is canceled while an attempt is made takes the attempt along'],
    ['where id = any', money, 'while the books of an invoice are open, no other commit opens them'],
    ['order by i.id', money, 'the sweep of expired invoices leaves one whose books are open, and waits for nothing'],
  ],
  'src/features/money/ledger/prune/prune-store.ts': [
    ['from invoices', money, 'an invoice that the merchant says meanwhile was paid is not pruned'],
    ['from transactions', money, 'an invoice that a customer says meanwhile to have paid is not pruned'],
  ],
  'src/features/money/ledger/unconfirmed/unconfirmed-store.ts': [
    [
      'unconfirmed ',
      money,
      'what an app takes unconfirmed is counted together with what another commit takes meanwhile',
    ],
  ],
  'src/features/known/channels/channel-store.ts': [
    ['from users', identity, 'of two notification channels that are added at once, one takes the last place'],
  ],
  'src/features/known/mails/store.ts': [
    ['order by lane', queues, 'two workers that take mails at once take different ones'],
  ],
  'src/features/known/row-seals/name-gap-store.ts': [
    ["lock: '' |", names, 'two names of one range that are given up at once are both known'],
    ['findGap(trx', names, 'two names of one range that are given up at once are both known'],
    ['lock table name_gaps', names, 'a name that is given up while an upgrade is to write the ranges is known'],
  ],
  'src/features/known/schedule/task-store.ts': [
    ['order by due_at', queues, 'two workers that take tasks at once take different ones'],
  ],
  'src/features/evidence/outgoing/expected-store.ts': [
    [
      'where id = $1',
      money,
      'a change of an expected transfer that commits while its task reads it queues the task again',
    ],
    [
      'order by e.created_at',
      money,
      'an expected transfer whose other amount is accepted meanwhile keeps it when the exact one comes',
    ],
  ],
  'src/features/evidence/refunds/refund-store.ts': [
    [
      'where r.id = $1',
      refunds,
      'a refund that is canceled while the end of its watches is set gets that of its cancellation',
    ],
    [
      'order by id',
      money,
      'of two PSBTs of one refund from different keys that are stored at once, one is built again',
    ],
  ],
  'src/features/known/networks/cursor-store.ts': [
    [
      'lease_owner::text',
      cursors,
      'a network is held by one process, and by the next as soon as the first gives it back',
    ],
    ['select block_number', money, 'a payment is counted against the height that another commit records meanwhile'],
    ['lease_owner = $2', money, 'a block that two commits of one process record is recorded once'],
  ],
  'src/features/people/oauth2/clients/client-store.ts': [
    [
      'oauth2_clients',
      identity,
      'a client whose secret is rotated meanwhile keeps the new secret through a change of its name',
    ],
  ],
  'src/features/people/oauth2/keys/key-store.ts': [
    ['quittance signing keys', identity, 'processes that start together sign with the same keys'],
  ],
  'src/features/selling/payment-links/store.ts': [
    ['from payment_links', configuration, 'two changes of one payment link at once are both kept'],
  ],
  'src/features/known/requests/store.ts': [
    ['as taken', money, 'a request whose key another one holds is refused at once, and does nothing'],
  ],
  'src/features/money/transactions/attempt-store.ts': [
    ['order by i.id', money, 'two attempts of one invoice at once: the second is made on what the first left'],
  ],
  'src/features/people/uploads/store.ts': [
    ['is_kept', queues, 'a picture that an app is about to show is not deleted'],
    ['order by created_at', queues, 'two processes that delete unused pictures at once delete different ones'],
  ],
  'src/features/events/webhooks/store.ts': [
    ['deleted_at is null', configuration, 'two changes of one webhook at once are both kept'],
    ['order by id', claims, 'disabling an endpoint and recording its failure do not deadlock'],
  ],
  'src/io/db/migrate/migrate.ts': [
    ['pg_advisory_xact_lock', configuration, 'while a restore lays the schema, no other one does'],
    ['is_mine', configuration, 'a migration does nothing before another one has ended'],
  ],
  'src/io/db/parts/parts.ts': [
    ['quittance weeks', queues, 'while one process makes the tables of the weeks, another one makes none'],
  ],
  'src/io/db/presence.ts': [
    ['HELD', cursors, 'a network is held by one process, and by the next as soon as the first gives it back'],
  ],
};

const locking =
  /\bfor (?:no key )?update\b|\bfor (?:key )?share\b|\bskip locked\b|\bpg_(?:try_)?advisory|\block table\b/i;
const isProse = /^\s*(?:\/\/|\/?\*)/;

const locks = sourceFiles(['src'], ['.ts'])
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .flatMap(({ path, text }) => text.split('\n').map((line, at) => ({ path, line, place: `${path}:${at + 1}` })))
  .filter(({ line }) => locking.test(line) && !isProse.test(line));

test('every lock in the source has one test in which two commits meet there', () => {
  const unproved = locks.filter(({ path, line }) => {
    const proofsOfLine = (proofs[path] ?? []).filter(([lock]) => line.includes(lock));
    return proofsOfLine.length !== 1;
  });
  assert.deepEqual(
    unproved.map(({ place, line }) => `${place} ${line.trim()}`),
    [],
  );
});

test('every proof is of a lock that is there, and names a test that is there', () => {
  const rows = Object.entries(proofs).flatMap(([path, ofFile]) =>
    ofFile.map(([lock, file, name]) => ({ path, lock, number: `${path} ${lock}`, words: '', file, name })),
  );
  const isThere = (path: string, lock: string) => locks.some((one) => one.path === path && one.line.includes(lock));
  assert.deepEqual(
    rows.filter(({ path, lock }) => !isThere(path, lock)).map(({ number }) => number),
    [],
  );
  assert.deepEqual(missingTests(rows), []);
});

// PostgreSQL may run such a subquery once per row, and lock other rows each time. A materialized CTE runs once.
test('no statement limits the rows it locks in a subquery of IN', () => {
  const limitedLock = /\bin \(\s*select[^`]*?\blimit\b[^`]*?\bfor update\b/;
  const found = sourceFiles(['src'], ['.ts']).filter(({ text }) => limitedLock.test(text));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
});
