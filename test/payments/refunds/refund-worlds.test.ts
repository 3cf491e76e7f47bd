// Random histories of payments, refunds, reorgs and cancellations on PostgreSQL, through the real operations, tasks and
// records of blocks. Nothing that was sent is missed or counts twice, and the sums equal the chain.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { refundedOf } from '../../../src/core/payment/invoice.ts';
import { afterwatchMillis } from '../../../src/core/payment/outgoing/refund.ts';
import type { Refund, WatchedSend } from '../../../src/features/evidence/refunds/refund-store.ts';
import { lawsOfMoney } from '../../../src/features/operations/reports/laws/law-store.ts';
import { openLockStage, openShop } from '../../locks/lock-stage.ts';
import { fc } from '../../rig/chance/properties.ts';
import type { Json } from '../../rig/client.ts';
import { type Mined, movedInstance, RefundWorld } from '../../rig/payment/refund-world.ts';
import { worlds } from '../../rig/payment/worlds.ts';

const stage = await openLockStage();
const moved = movedInstance(stage);
const shop = await openShop({ ...stage, instance: moved.instance });
after(() => stage.close());

const [which, watch, place] = [fc.nat(2), fc.nat(2), fc.constantFrom(0, 0, 0, 1)];
/** Few values and rates, so that different refunds have the same amount and destination. */
const dollars = fc.constantFrom(2, 3);
const rateKind = fc.constantFrom('locked', 'current');
const step = <T extends object>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const steps = fc.oneof(
  step(3, fc.record({ kind: fc.constant('pay' as const), dollars })),
  step(5, fc.record({ kind: fc.constant('prepare' as const), dollars, place, rateKind })),
  step(1, fc.record({ kind: fc.constant('aim' as const), which, place })),
  step(6, fc.record({ kind: fc.constant('send' as const), which, watch, other: which })),
  step(2, fc.record({ kind: fc.constant('send another amount' as const), which })),
  step(3, fc.record({ kind: fc.constant('cancel' as const), which })),
  step(2, fc.record({ kind: fc.constant('accept' as const), which })),
  step(5, fc.record({ kind: fc.constantFrom('confirm', 'run tasks') })),
  step(
    2,
    fc.record({ kind: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 4 }), returns: fc.boolean() }),
  ),
  step(
    1,
    fc.record({
      kind: fc.constant('pass' as const),
      hours: fc.constantFrom(2, 200),
      rate: fc.constantFrom(2_000n, 3_000n),
    }),
  ),
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const lawsOfRefunds = Object.entries(lawsOfMoney).filter(([law]) => /refund|outgoing|invoice has the sums/.test(law));

test('random refunds: one transfer settles one refund, none is missed, and the sums equal the chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (story) => {
      moved.rate = 2_000n;
      const world = await RefundWorld.open(moved, shop);
      const places = [newAddress(), newAddress()];
      await world.mine([world.transfer(world.payTo, ether(9))]);
      for (const one of story) {
        await play(world, places, one);
        await check(world);
      }
      await world.runTasks();
      await checkSettled(world);
      for (const [law, sql] of lawsOfRefunds) assert.deepEqual(await stage.instance.db.query(sql), [], law);
    }),
    worlds(100),
  );
});

test('a refund that became too small to send is read with the reason, and keeps its amount', async () => {
  moved.rate = 2_000n;
  const world = await RefundWorld.open(moved, shop);
  await world.mine([world.transfer(world.payTo, ether(9))]);
  const { id, amount } = (await world.prepare('2.00', newAddress(), 'current')) as Json;
  moved.leadMillis += 2 * 3_600_000;
  moved.rate = 10n ** 12n;
  const [lapsed, unwanted] = [(await world.read(id)) as Json, await world.prepare('2.00', null, 'current')];
  assert.deepEqual(
    [lapsed.status, lapsed.amount, lapsed.payment_uri, lapsed.unsigned, lapsed.unsigned_reason],
    ['ready', amount, null, null, 'below_minimum'],
  );
  assert.equal(unwanted, 'below_minimum', 'the same without a destination');
  moved.rate = 3_000n;
  const renewed = (await world.read(id)) as Json;
  assert.deepEqual([renewed.unsigned_reason, renewed.unsigned !== null, renewed.amount < amount], [null, true, true]);
});

test('an invoice with a refund keeps its currency, also after a reorg took its payment', async () => {
  moved.rate = 2_000n;
  const world = await RefundWorld.open(moved, shop);
  await world.mine([world.transfer(world.payTo, ether(9))]);
  const { id } = (await world.prepare('2.00', newAddress())) as Json;
  await world.cancel(id);
  await world.reorg(1);
  await world.cancelAttempt();
  const { status, paid } = await world.invoice();
  assert.deepEqual([status, paid], ['open', 0n]);
  assert.equal(await world.correctInvoice({ currency: 'JPY', total: '1000' }), 'invoice_not_changeable');
  assert.equal(((await world.correctInvoice({ total: '30.00' })) as Json).total, '30.00');
});

test('a transfer in a block from before a refund was ready does not settle it, although read later', async () => {
  moved.rate = 2_000n;
  const world = await RefundWorld.open(moved, shop);
  const to = newAddress();
  await world.mine([world.transfer(world.payTo, ether(2))]);
  await world.prepare('2.00', to);
  const mineAt = async (seconds: number) => {
    moved.leadMillis += seconds * 1_000;
    await world.mine([world.transfer(to, ether(2))]);
    moved.leadMillis -= seconds * 1_000;
    await world.runTasks();
    return (await world.refunds()).map(({ status }) => status);
  };
  assert.deepEqual(await mineAt(-120), ['ready']);
  assert.deepEqual(await mineAt(0), ['seen']);
});

/** In smallest units, at 2,000 dollars each. */
const ether = (dollars: number) => BigInt(dollars) * 5n * 10n ** 14n;

async function play(world: RefundWorld, places: readonly string[], one: Step): Promise<void> {
  const refunds = await world.refunds();
  const picked = 'which' in one ? refunds[one.which % Math.max(1, refunds.length)] : undefined;
  if ('which' in one && picked === undefined) return;
  const [id, send] = [picked?.id ?? '', picked?.watches.at(-1) as WatchedSend];
  switch (one.kind) {
    case 'pay':
      return world.mine([world.transfer(world.payTo, ether(one.dollars))]);
    case 'prepare':
      return prepare(world, places[one.place] as string, one);
    case 'aim':
      return void (await world.aim(id, places[one.place] as string));
    case 'send': {
      const own = picked?.watches[one.watch % picked.watches.length] as WatchedSend;
      const other = refunds[one.other % refunds.length]?.watches.at(-1);
      const sends = other === undefined || other.id === own.id ? [own] : [own, other];
      return world.mine(sends.map(({ recipient, amount }) => world.transfer(recipient, BigInt(amount))));
    }
    case 'send another amount':
      return world.mine([world.transfer(send.recipient, BigInt(send.amount) + ether(1))]);
    case 'cancel':
      return void (await world.cancel(id));
    case 'accept':
      return void (await world.accept(id));
    case 'confirm':
      return world.confirm();
    case 'run tasks':
      await world.runTasks();
      return checkSettled(world);
    case 'reorg': {
      const lost = await world.reorg(one.depth);
      return world.mine(one.returns ? lost : []);
    }
    case 'pass':
      moved.leadMillis += one.hours * 3_600_000;
      moved.rate = one.rate;
      for (const refund of refunds) await world.read(refund.id);
      return world.mine([]);
  }
}

interface Prepared {
  readonly dollars: number;
  readonly rateKind: string;
}

/** A refund that was prepared leaves no more open than was paid, and none is refused that would. */
async function prepare(world: RefundWorld, to: string, { dollars, rateKind }: Prepared): Promise<void> {
  const before = await world.refunds();
  const { paid } = await world.invoice();
  const left = paid - before.reduce((sum, one) => sum + countedOf(one), 0n);
  const made = await world.prepare(`${dollars}.00`, to, rateKind);
  const isMade = (await world.refunds()).length > before.length;
  const expected = BigInt(dollars) * 100n <= left ? 'made' : 'exceeds_paid';
  if (made !== 'no_payment') assert.equal(isMade ? 'made' : made, expected);
}

function countedOf({ status, value, refunded, sentAmount, amountDiffers, rate }: Refund): bigint {
  if (status === 'canceled') return 0n;
  if (status === 'sent') return refunded;
  if (sentAmount === null || amountDiffers || rate === null) return value;
  const worth = (sentAmount * rate.value * 100n) / 10n ** 18n;
  return worth > value ? worth : value;
}

/** Holds at any time, even before the tasks have run. */
async function check(world: RefundWorld): Promise<void> {
  const [refunds, invoice] = [await world.refunds(), await world.invoice()];
  assert.ok(invoice.paid - refundedOf(invoice) >= 0n);
  assert.equal(
    invoice.refunded,
    refunds.reduce((sum, { refunded }) => sum + refunded, 0n),
  );
  const hashes = refunds.flatMap(({ hash }) => hash ?? []);
  for (const { status, refunded } of refunds) assert.ok(status === 'sent' || refunded === 0n);
  assert.ok(new Set(hashes).size === hashes.length || (await world.hasTasks()), 'one transfer settles one refund');
}

/** Holds once the tasks have run. */
async function checkSettled(world: RefundWorld): Promise<void> {
  await check(world);
  const [refunds, mined] = [await world.refunds(), world.mined()];
  const byHash = new Map(mined.map((one) => [one.hash, one]));
  for (const { hash, sentAmount, block, watches } of refunds) {
    if (hash === null) continue;
    const sent = byHash.get(hash);
    assert.deepEqual([sent?.amount, sent?.block], [sentAmount, block], 'it is on the chain');
    assert.ok(watches.some(({ recipient }) => recipient === sent?.to));
  }
  const holders = new Map(refunds.map((one) => [one.hash, one]));
  for (const one of refunds.filter(({ status }) => status === 'ready' || status === 'canceled'))
    for (const each of one.watches)
      for (const sent of mined.filter((transfer) => isFor(world, one, each, transfer)))
        assert.ok(
          isTaken(refunds, holders.get(sent.hash), { one, sent }),
          `${one.status} refund ${one.id} missed ${sent.hash}`,
        );
}

/** Whether this transfer is exactly what the refund waits for. */
function isFor(world: RefundWorld, refund: Refund, each: WatchedSend, sent: Mined): boolean {
  const until = refund.canceledAt === null ? Number.POSITIVE_INFINITY : refund.canceledAt.getTime() + afterwatchMillis;
  const isInTime = sent.block > (world.fromBlock.get(each.id) ?? 0) && sent.time * 1_000 <= until;
  return isInTime && sent.to === each.recipient && String(sent.amount) === each.amount;
}

interface Missed {
  readonly one: Refund;
  readonly sent: Mined;
}

/**
 * Whether another refund has the transfer rightly. One that was canceled has none that an open refund waits for. A
 * transfer of an earlier amount of a settled refund is the second one of that refund, unless an open one waits for it.
 */
function isTaken(refunds: readonly Refund[], holder: Refund | undefined, { one, sent }: Missed): boolean {
  if (holder !== undefined) return one.canceledAt !== null || holder.canceledAt === null || holder.amountDiffers;
  if (one.canceledAt === null) return false;
  const isSettled = ({ status }: Refund) => status === 'seen' || status === 'sent';
  return refunds
    .filter((other) => isSettled(other) && other !== one)
    .some(({ watches }) =>
      watches.some(({ recipient, amount }) => recipient === sent.to && amount === String(sent.amount)),
    );
}
