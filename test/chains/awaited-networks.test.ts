// Whether a customer may still pay on a network. This decides how often the network is polled.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { takePace } from '../../src/features/evidence/chain-sync/sweep/choose-pace.ts';
import { emptySweepMemory } from '../../src/features/evidence/chain-sync/sweep/sweep-memory.ts';
import { firstIdOf } from '../../src/io/new-id.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';

let database: TestDatabase;
const start = Date.UTC(2026, 10, 1);
const minutes = (count: number) => start + count * 60_000;

before(async () => {
  database = await testDatabase();
});
after(() => database?.drop());

test('an attempt that was made and canceled between two looks is awaited for an hour more', async () => {
  const networkId = randomUUID();
  await withoutReferences('insert into network_cursors (network_id) values ($1)', [networkId]);
  await withoutReferences(
    `insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id)
     values ($1, 'EVM', 'a', $2, $2, $2)`,
    [networkId, randomUUID()],
  );
  const sweep = emptySweepMemory();
  const everySeconds = async (now: number) => {
    const instance = { db: database.db, clock: { now: () => new Date(now) } };
    const pace = await takePace({
      instance,
      session: { network: { id: networkId, idleMillis: 150_000 }, sweep },
    } as never);
    return pace.kind === 'sweep' ? pace.everyMillis / 1000 : pace.kind;
  };
  assert.equal(await everySeconds(minutes(0)), 150);
  await withoutReferences(
    `insert into transactions (id, invoice_id, app_id, network_id, asset_id, recipient, rate, rate_evidence, quoted,
       status, reason, required_confirmations, created_at, updated_at)
     values ($1, $2, $2, $3, $2, 'a', 1, '{}', 1, 'canceled', 'requested', 1, $4, $4)`,
    [firstIdOf(minutes(1)), randomUUID(), networkId, new Date(minutes(1))],
  );
  assert.equal(await everySeconds(minutes(1.02)), 60);
  assert.equal(await everySeconds(minutes(61)), 60);
  assert.equal(await everySeconds(minutes(61.1)), 150);
});

/** Inserts rows without the rows that their foreign keys refer to. */
async function withoutReferences(text: string, values: readonly unknown[]): Promise<void> {
  await database.db.atomically(async (trx) => {
    await trx.query('set local session_replication_role = replica');
    await trx.query(text, values);
  });
}
