// Two commits change the same refund, or the refunds of one invoice, at once: the second one decides by the first one's
// changes.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { refundTaskKind, watchTaskKind } from '../../src/features/evidence/refunds/acts/task-kinds.ts';
import type { Refund } from '../../src/features/evidence/refunds/refund-store.ts';
import { passes, waits } from '../rig/barrier.ts';
import type { Json } from '../rig/client.ts';
import { movedInstance, RefundWorld } from '../rig/payment/refund-world.ts';
import { openLockStage, openShop } from './lock-stage.ts';

const stage = await openLockStage();
const shop = await openShop(stage);
const moved = movedInstance(stage);
const { db } = stage.instance;
after(() => stage.close());

/** An invoice with 10.00 USD paid. */
async function paidWorld(): Promise<RefundWorld> {
  const world = await RefundWorld.open(moved, shop);
  await world.mine([world.transfer(world.payTo, 5n * 10n ** 15n)]);
  return world;
}

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** A refund of 4.00 USD that is ready, and the amount that was sent. */
async function sentRefund(more: bigint): Promise<{ world: RefundWorld; id: string; watchId: string }> {
  const world = await paidWorld();
  const to = newAddress();
  const { id } = (await world.prepare('4.00', to)) as Json;
  await world.mine([world.transfer(to, 2n * 10n ** 15n + more)]);
  const [refund] = await world.refunds();
  return { world, id, watchId: refund?.watches[0]?.id ?? '' };
}

const only = async (world: RefundWorld) => (await world.refunds())[0] as Refund;

test('of refunds that are prepared at once, the second is bound by the first', async () => {
  const world = await paidWorld();
  const [first, second] = await waits(
    db,
    (held) => world.prepare('6.00', newAddress(), 'locked', held),
    () => world.prepare('6.00', newAddress()),
  );
  assert.deepEqual([(first as Json).status, second], ['ready', 'exceeds_paid']);
  assert.equal(((await world.prepare('4.00', newAddress())) as Json).status, 'ready');
});

test('a refund is not canceled if its transfer is recorded meanwhile', async () => {
  const { world, id, watchId } = await sentRefund(0n);
  await db.query('delete from tasks where key = $1', [watchId]);
  const before = await only(world);
  assert.equal(before.status, 'ready', 'the task did not run yet');
  const [, canceled] = await waits(
    db,
    (held) => world.runTask(refundTaskKind, watchId, held),
    () => world.cancel(id),
  );
  assert.equal(canceled, 'refund_not_cancelable');
  assert.equal((await only(world)).status, 'seen');
});

test('a transfer that is recorded while its refund is canceled makes it seen all the same', async () => {
  const world = await paidWorld();
  const to = newAddress();
  const { id } = (await world.prepare('4.00', to)) as Json;
  const [watch] = (await only(world)).watches;
  await passes(
    db,
    (held) => world.cancel(id, held),
    () => world.mine([world.transfer(to, 2n * 10n ** 15n)]),
  );
  await world.runTask(refundTaskKind, watch?.id ?? '');
  const seen = await only(world);
  assert.deepEqual([seen.status, seen.canceledAt !== null], ['seen', true]);
});

test('another amount that a reorg removes while it is accepted counts for nothing', async () => {
  const { world, id } = await sentRefund(1n);
  await world.runTasks();
  assert.equal((await only(world)).amountDiffers, true);
  const [accepted] = await waits(
    db,
    (held) => world.accept(id, held),
    () => world.reorg(1, db),
  );
  assert.equal((accepted as Json).amount_differs, false);
  await world.runTasks();
  const back = await only(world);
  assert.deepEqual([back.status, back.refunded, back.hash], ['ready', 0n, null]);
});

test('another amount that is accepted while a reorg removes it is refused', async () => {
  const { world, id } = await sentRefund(1n);
  await world.runTasks();
  const [, accepted] = await waits(
    db,
    (held) => world.reorg(1, held),
    () => world.accept(id),
  );
  assert.equal(accepted, 'refund_not_acceptable');
});

test('a refund that is canceled while the end of its watches is set gets that of its cancellation', async () => {
  const world = await paidWorld();
  const { id } = (await world.prepare('4.00', newAddress())) as Json;
  await waits(
    db,
    (held) => world.runTask(watchTaskKind, id, held),
    () => world.cancel(id),
  );
  await world.runTasks();
  const [watch] = (await only(world)).watches;
  const [row] = await db.query<{ watch_until: Date | null }>(
    'select watch_until from expected_transfers where id = $1',
    [watch?.id],
  );
  assert.notEqual(row?.watch_until ?? null, null);
});
