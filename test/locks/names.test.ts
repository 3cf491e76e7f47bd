// Two commits give up names at once: both names are kept as former names.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { referenceHash } from '../../src/features/known/row-seals/name-gap.ts';
import { isNeverGivenUp, recordGivenUp, writeNameGaps } from '../../src/features/known/row-seals/name-gap-store.ts';
import { keepFormerPrice } from '../../src/features/money/invoices/acts/former-price-store.ts';
import type { Database } from '../../src/io/db/database.ts';
import { guardOf } from '../../src/io/db/sealed/sealed-row-type.ts';
import { waits } from '../rig/barrier.ts';
import { openLockStage, openShop } from './lock-stage.ts';

const stage = await openLockStage();
const { instance } = stage;
const { db } = instance;
after(() => stage.close());

const record = (to: Database, hash: Buffer) => to.atomically((trx) => recordGivenUp(trx, hash));

test('two names of one range that are given up at once are both known', async () => {
  const hashes = [1, 2, 3, 4].map((first) => Buffer.alloc(32, first));
  const [low, middle, high, unused] = hashes as [Buffer, Buffer, Buffer, Buffer];
  await waits(
    db,
    (held) => record(held, middle),
    () => record(db, high),
  );
  await record(db, low);
  const known = await Promise.all(hashes.map((hash) => isNeverGivenUp(db, hash)));
  assert.deepEqual(known, [false, false, false, true], unused.toString('hex'));
});

test('a name that is given up while an upgrade is to write the ranges is known', async () => {
  const { app } = await openShop(stage);
  const price = { appId: app.id, reference: 'order-1', total: 100n, currency: 'USD', endedAt: instance.clock.now() };
  const hash = referenceHash(app.id, price.reference);
  await waits(
    db,
    (held) =>
      held.atomically(async (trx) => {
        await keepFormerPrice(trx, instance, price);
        await recordGivenUp(trx, hash);
      }),
    () => writeNameGaps(db, guardOf(db)),
  );
  assert.equal(await isNeverGivenUp(db, hash), false);
  assert.equal(await isNeverGivenUp(db, referenceHash(app.id, 'order-2')), true);
});
