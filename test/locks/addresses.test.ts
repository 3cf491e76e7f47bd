// Two commits change the same receiving addresses at once: each address has one owner, and at least one address
// remains.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { Network } from '../../src/features/known/catalog/catalog.ts';
import { createAppAddress } from '../../src/features/money/address-entry/create-app-address.ts';
import { lookAhead, obtainWallet } from '../../src/features/money/address-entry/obtain-wallet.ts';
import { findTransaction } from '../../src/features/money/ledger/transaction-store.ts';
import { insertSlugChange } from '../../src/features/people/apps/slugs/slug-change-store.ts';
import type { App } from '../../src/features/people/apps/store.ts';
import { deleteAppAddress } from '../../src/features/receiving/addresses/delete-app-address.ts';
import { findRecorded } from '../../src/features/receiving/addresses/ownership/payment/payment-store.ts';
import { insertPayoutChange } from '../../src/features/receiving/addresses/payout-lock/payout-change-store.ts';
import { stopPayoutChange } from '../../src/features/receiving/addresses/payout-lock/stop-payout-change.ts';
import { findAppAddress, updateAppAddress } from '../../src/features/receiving/addresses/store.ts';
import { isRefusal } from '../../src/io/chains/codec.ts';
import { codecOf } from '../../src/io/chains/codecs.ts';
import { walletCodecOf } from '../../src/io/chains/keys/wallet-codecs.ts';
import type { Database } from '../../src/io/db/database.ts';
import { hashToken } from '../../src/io/secrets/token.ts';
import { waits } from '../rig/barrier.ts';
import { newExtendedKey, openLockStage, openShop, perform, type Shop } from './lock-stage.ts';

const stage = await openLockStage();
const { instance } = stage;
const { db } = instance;
const network = instance.catalog.networkBySymbol('local') as Network;
after(() => stage.close());

test('of two addresses that are removed at once, the last one in effect stays', async () => {
  const shop = await openShop(stage);
  const [other, waiting] = [await addKey(shop), await addKey(shop)];
  await makeWait(waiting);
  await waits(
    db,
    (held) => perform(deleteAppAddress(instance), held, shop.owner, { id: other }),
    () =>
      assert.rejects(perform(deleteAppAddress(instance), db, shop.owner, { id: shop.addressId }), {
        code: 'last_effective_address',
      }),
  );
});

test('a change of a payout address that is stopped twice at once is stopped once', async () => {
  const shop = await openShop(stage);
  const addressId = await addKey(shop);
  const effectiveAt = await makeWait(addressId);
  const id = instance.newId();
  const asked = { id, appId: shop.app.id, addressId, change: 'enabled', requestedBy: shop.owner.id } as const;
  const waiting = { status: 'waiting', decidedAt: null, decidedBy: null, createdAt: instance.clock.now() } as const;
  await db.atomically((trx) => insertPayoutChange(trx, { ...asked, ...waiting, effectiveAt }, hashToken(id)));
  const stop = (to: Database) => perform(stopPayoutChange(instance), to, shop.owner, { id });
  const [stopped] = await waits(db, stop, () => assert.rejects(stop(db), { code: 'payout_change_over' }));
  assert.equal(stopped.status, 'stopped');
});

test('a change of a slug that is stopped twice at once is stopped once', async () => {
  const shop = await openShop(stage);
  const id = instance.newId();
  const now = instance.clock.now();
  const to = { toAppId: shop.app.id, targetId: instance.newId(), effectiveAt: new Date(now.getTime() + 60_000) };
  const open = { status: 'waiting', decidedAt: null, decidedBy: null, carriedOutAt: null, createdAt: now } as const;
  const asked = { id, appId: shop.app.id, slugOf: 'payment_link', slug: `fair-${id}`, requestedBy: null } as const;
  await db.atomically((trx) => insertSlugChange(trx, instance.seals, { ...asked, ...to, ...open }, hashToken(id)));
  const stop = (over: Database) => perform(stopPayoutChange(instance), over, shop.owner, { id });
  const [stopped] = await waits(db, stop, () => assert.rejects(stop(db), { code: 'payout_change_over' }));
  assert.equal(stopped.status, 'stopped');
});

test('an address that its owner puts to use once more meanwhile is taken over from there too', async () => {
  const [loser, winner] = [await openShop(stage), await openShop(stage)];
  const value = `0x${randomBytes(20).toString('hex')}`;
  const use = async (to: Database, { id }: App) => {
    const body = { app_id: id, network: 'local', kind: 'address', value };
    return perform(createAppAddress(instance), to, loser.owner, { body });
  };
  await use(db, loser.app);
  const again = await stage.newApp(loser.owner);
  const [used] = await waits(
    db,
    (held) => use(held, again),
    () => prove(db, winner, value),
  );
  assert.equal(await findAppAddress(db, used.id), null);
});

test('a key whose owner proves control meanwhile is not taken over', async () => {
  const [owner, other] = [await openShop(stage), await openShop(stage)];
  await waits(
    db,
    (held) => prove(held, owner, owner.key),
    () => assert.rejects(prove(db, other, owner.key), isInUse),
  );
});

test('an attempt that is made while its address changes hands ends with the take-over', async () => {
  const [loser, winner] = [await openShop(stage), await openShop(stage)];
  const invoice = await loser.newInvoice();
  const [attempt] = await waits(
    db,
    (held) => loser.attempt(held, invoice.id),
    () => prove(db, winner, loser.key),
  );
  const { status, reason } = (await findTransaction(db, attempt.id))?.transaction ?? {};
  assert.deepEqual([status, reason], ['canceled', 'address_lost']);
});

test('a payment of an address to itself is found among those recorded', async () => {
  const { owner } = await openShop(stage);
  const [asset] = instance.catalog.assets;
  assert.ok(asset);
  const address = `0x${randomBytes(20).toString('hex')}`;
  const until = new Date('2026-11-28T13:00:00Z');
  await db.query(
    `insert into network_cursors (network_id, block_number, block_hash) values ($1, 120, 'b120')
     on conflict (network_id) do update set block_number = 120`,
    [network.id],
  );
  const record = async (
    amount: number,
    block: number,
    more: { sender?: string; time?: string; held?: string } = {},
  ) => {
    const { sender = address, time = '2026-11-28T12:30:00Z', held = null } = more;
    const place = [instance.newId(), network.id, randomBytes(32).toString('hex'), asset.id, sender, address];
    await db.query(
      `insert into transfers (id, network_id, tx_hash, position, asset_id, sender, recipient, amount, succeeded, block,
         block_hash, block_time, held, seen_at, created_at, updated_at)
       values ($1, $2, $3, 'native', $4, $5, $6, $7, true, $8, 'b', $9, $10, $9, $9, $9)`,
      [...place, amount, block, time, held],
    );
  };
  await record(54_321, 99);
  await record(54_321, 101, { sender: `0x${'5a'.repeat(20)}` });
  await record(54_321, 102, { time: '2026-11-28T13:00:01Z' });
  await record(54_321, 103, { held: 'unproved_call' });
  await record(54_322, 104);
  const place = { id: instance.newId(), ownerId: owner.id, networkId: network.id, assetId: asset.id, address };
  const asked = { ...place, amount: 54_321n, fromBlock: 100, expiresAt: until, mac: null, createdAt: until };
  assert.equal(await findRecorded(db, asked, until), null);
  await record(54_321, 118);
  assert.deepEqual(await findRecorded(db, asked, until), { block: 118, upTo: 120 });
});

async function addKey({ app, owner }: Shop): Promise<string> {
  const body = { app_id: app.id, network: 'local', kind: 'xpub', value: newExtendedKey() };
  return (await perform(createAppAddress(instance), db, owner, { body })).id;
}

/** Makes the address take effect in an hour. */
async function makeWait(addressId: string): Promise<Date> {
  const effectiveAt = new Date(instance.clock.now().getTime() + 3_600_000);
  const found = await findAppAddress(db, addressId);
  assert.ok(found);
  const values = { ...found, effectiveAt };
  await updateAppAddress(db, { ...values, mac: instance.seals.sign('app_address', values) });
  return effectiveAt;
}

/** The shop's owner signs with the address or the key and becomes its owner, in a commit on `to`. */
async function prove(to: Database, { app, owner: { caller } }: Shop, value: string) {
  const named = { app, network, ...(value.startsWith('0x') ? oneAddress(value) : extendedKey(value)) };
  const ahead = await lookAhead(instance, named);
  return to.atomically((trx) =>
    obtainWallet(trx, instance, { ...named, ahead, proof: { on: null, clear: [] }, payment: null, caller }),
  );
}

function oneAddress(value: string) {
  return { kind: 'address', value, identity: value, address: value } as const;
}

function extendedKey(value: string) {
  const { family, facts } = network;
  const read = walletCodecOf(family).readExtendedKey(value, facts, { script: null, firstAddress: null });
  assert.ok(!isRefusal(read));
  const address = codecOf(family).deriveAddress(read.canonical, 0n, facts);
  return { kind: 'xpub', value: read.canonical, identity: read.identity, address } as const;
}

function isInUse(error: unknown): boolean {
  const { code, errors } = error as { code?: string; errors?: readonly { readonly code: string }[] };
  return code === 'validation_failed' && errors?.[0]?.code === 'address_in_use';
}
