// An address has one owner. Addresses that another merchant's key derives are refused, each key has one spelling, and a
// signature beats a squatter.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Answer, type Client, type Json, ok, until } from '../rig/client.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { newAddress, newExtendedKey, startStage, units } from '../rig/stage.ts';

const stage = await startStage();
const accepts = [
  ['ETH', 'local'],
  ['ETH', 'sepolia'],
] as const;
const victim = await createMerchant(stage.service, { accepts, appName: 'Victim' });
const attacker = await createMerchant(stage.service, { accepts, appName: 'Attacker' });

after(() => stage.close());

interface Place {
  readonly kind: 'address' | 'xpub';
  readonly value: string;
  readonly network?: string;
  readonly signature?: string;
  readonly confirm?: boolean;
}

function enter(merchant: Merchant, place: Place, appId: string = merchant.app.id): Promise<Answer<Json>> {
  return merchant.api.post<Json>('/app-address', { app_id: appId, network: 'local', ...place });
}

function refusals({ status, body }: Answer<Json>): string[] {
  return [String(status), ...(body.errors ?? []).map((one: Json) => `${one.field} ${one.code}`)];
}

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
const inUse = ['422', 'value address_in_use'];

/** A new wallet account: its key, its child addresses, and accounts that can sign. */
function newWallet() {
  const account = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'");
  const child = (index: number): PrivateKeyAccount => {
    const { privateKey } = account.deriveChild(0).deriveChild(index);
    return privateKeyToAccount(`0x${Buffer.from(privateKey as Uint8Array).toString('hex')}`);
  };
  return { xpub: account.publicExtendedKey, branch: account.deriveChild(0).publicExtendedKey, child };
}

/** The same key with a changed byte in its serialized form. */
function respelled(xpub: string, at: number, byte: number): string {
  const payload = base58check.decode(xpub);
  payload[at] = byte;
  return base58check.encode(payload);
}

async function appOf(merchant: Merchant, place: Place): Promise<{ api: Client; app: Json; address: Json }> {
  const app = await ok<Json>(
    merchant.api.post('/app', { name: 'One of several', url: 'https://shop.example', environment: 'development' }),
  );
  for (const [cryptocurrency, network] of accepts)
    await ok(merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network }));
  const address = await ok<Json>(enter(merchant, place, app.id));
  return { api: merchant.api.as(app.token), app, address };
}

async function attempt(api: Client, invoice?: Json): Promise<Json> {
  const { id } = invoice ?? (await ok<Json>(api.post('/invoice', { total: '100', currency: 'USD' })));
  return ok<Json>(
    stage.anyone.post('/transaction', { invoice_id: id, from: newAddress(), cryptocurrency: 'ETH', network: 'local' }),
  );
}

test('S4-W46-shown: an address shown from another’s key cannot be entered on any network of its family', async () => {
  const shop = await appOf(victim, { kind: 'xpub', value: newWallet().xpub });
  const shown = await attempt(shop.api);
  for (const network of ['local', 'sepolia'])
    assert.deepEqual(refusals(await enter(attacker, { kind: 'address', value: shown.to, network })), inUse, network);
  // Its owner may, and uses it wherever he likes.
  assert.equal((await enter(victim, { kind: 'address', value: shown.to, network: 'sepolia' })).status, 201);
});

test('W46-next: the next twenty addresses of another’s key cannot be entered, however many were shown', async () => {
  const wallet = newWallet();
  const shop = await appOf(victim, { kind: 'xpub', value: wallet.xpub });
  const enterChild = (index: number) =>
    enter(attacker, { kind: 'address', value: wallet.child(index).address, network: 'sepolia' });
  assert.deepEqual(refusals(await enterChild(0)), inUse);
  assert.deepEqual(refusals(await enterChild(19)), inUse);
  for (let shown = 0; shown < 3; shown++) await attempt(shop.api);
  assert.deepEqual(refusals(await enterChild(22)), inUse);
});

test('W46-passed-over: a key skips an address that another owner has entered, and shows the next', async () => {
  const wallet = newWallet();
  const [first, second] = [wallet.child(0).address, wallet.child(2).address];
  for (const value of [first, second]) assert.equal((await enter(attacker, { kind: 'address', value })).status, 201);
  const shop = await appOf(victim, { kind: 'xpub', value: wallet.xpub });
  const shown = [await attempt(shop.api), await attempt(shop.api)];
  assert.deepEqual(
    shown.map((one) => one.to),
    [wallet.child(1).address, wallet.child(3).address],
  );
});

test('a key that webhooks hear of passes over it as well', async () => {
  const wallet = newWallet();
  assert.equal((await enter(attacker, { kind: 'address', value: wallet.child(0).address })).status, 201);
  const shop = await appOf(victim, { kind: 'xpub', value: wallet.xpub });
  await ok(shop.api.post('/webhook', { app_id: shop.app.id, url: 'http://127.0.0.1:45999/' }));
  assert.equal((await attempt(shop.api)).to, wallet.child(1).address);
});

test('addresses of one app that are deleted in the same moment are all deleted', async () => {
  const shop = await appOf(victim, { kind: 'address', value: newAddress() });
  const added = Array.from({ length: 8 }, () => enter(victim, { kind: 'address', value: newAddress() }, shop.app.id));
  const ids = (await Promise.all(added.map((one) => ok<Json>(one)))).map(({ id }) => id);
  const answers = await Promise.all([...ids, ...ids].map((id) => victim.api.delete(`/app-address/${id}`)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...ids.map(() => 200), ...ids.map(() => 404)]);
});

test('W47-spelling: a key in use by another owner is the same key, however it is written', async () => {
  const wallet = newWallet();
  await appOf(victim, { kind: 'xpub', value: wallet.xpub });
  const written = (at: number, byte: number) => respelled(wallet.xpub, at, byte);
  // BIP-32: depth, the parent's fingerprint, the child's number; and the branch from which the addresses are derived.
  const spellings = [written(4, 1), written(4, 4), written(5, 0x77), written(12, 9), wallet.branch];
  for (const value of spellings)
    assert.deepEqual(refusals(await enter(attacker, { kind: 'xpub', value })), inUse, value);
  // For its owner one that gives the same addresses is the key itself, and one that gives others is a mistake.
  assert.equal((await enter(victim, { kind: 'xpub', value: written(5, 0x77) })).status, 201);
  assert.deepEqual(refusals(await enter(victim, { kind: 'xpub', value: written(4, 4) })), [
    '422',
    'value other_spelling',
  ]);
});

test('a key that is entered anew in another spelling shows an unpaid invoice an address of that one', async () => {
  const wallet = newWallet();
  const shop = await appOf(victim, { kind: 'xpub', value: wallet.xpub });
  const invoice = await ok<Json>(shop.api.post('/invoice', { total: '100', currency: 'USD' }));
  const before = await attempt(shop.api, invoice);
  await ok(stage.anyone.delete(`/transaction/${before.id}`));
  await ok(victim.api.delete(`/app-address/${shop.address.id}`));
  // BIP-32: a key of depth 4 is a branch, whose children are the addresses.
  const value = respelled(wallet.xpub, 4, 4);
  const [, second]: string[] = (await ok<Json>(enter(victim, { kind: 'xpub', value }, shop.app.id))).derived_addresses;
  assert.equal((await attempt(shop.api, invoice)).to, second);
});

test('the wallet’s first address is compared where it is given', async () => {
  const wallet = newWallet();
  const place = { kind: 'xpub', value: wallet.xpub, app_id: victim.app.id, network: 'local' };
  const wrong = await victim.api.post<Json>('/app-address', { ...place, first_address: wallet.child(1).address });
  assert.deepEqual(refusals(wrong), ['422', 'first_address other_first_address']);
  assert.match(wrong.body.errors[0].message, new RegExp(wallet.child(0).address));
  assert.deepEqual(refusals(await victim.api.post<Json>('/app-address', { ...place, script: 'p2tr' })), [
    '422',
    'script not_applicable',
  ]);
  const right = await victim.api.post<Json>('/app-address', { ...place, first_address: wallet.child(0).address });
  assert.equal(right.status, 201);
  assert.deepEqual(
    right.body.derived_addresses,
    [0, 1, 2].map((index) => wallet.child(index).address),
  );
});

test('S4-W48-proof: a signature takes an address from an owner without proof, who gets a mail', async () => {
  const holder = privateKeyToAccount(generatePrivateKey());
  const squatter = await appOf(attacker, { kind: 'address', value: holder.address });
  const open = await attempt(squatter.api);
  const refused = await enter(victim, { kind: 'address', value: holder.address });
  assert.deepEqual(refusals(refused), inUse);
  const text: string = refused.body.errors[0].proof_text;
  for (const part of [new URL(stage.service.apiUrl).host, victim.app.id, 'EVM', holder.address])
    assert.ok(text.includes(part), part);
  // A signature by another account is refused, and so is the holder's signature of the text for another merchant.
  const stranger = privateKeyToAccount(generatePrivateKey());
  for (const signature of [await stranger.signMessage({ message: text }), '0x00'])
    assert.deepEqual(refusals(await enter(victim, { kind: 'address', value: holder.address, signature })), [
      '422',
      'signature wrong_signature',
    ]);
  assert.deepEqual(refusals(await enter(victim, { kind: 'address', value: holder.address, signature: 'yes' })), [
    '422',
    'signature not_a_signature',
  ]);
  const signature = await holder.signMessage({ message: text });
  const replayed = await enter(attacker, { kind: 'address', value: holder.address, signature });
  assert.deepEqual(refusals(replayed), ['422', 'signature wrong_signature']);
  const taken = await ok<Json>(enter(victim, { kind: 'address', value: holder.address, signature }));
  assert.ok(taken.proved_at);

  const canceled = await ok<Json>(stage.anyone.get(`/transaction/${open.id}`));
  assert.deepEqual([canceled.status, canceled.reason], ['canceled', 'address_lost']);
  assert.deepEqual(await ok(attacker.api.get('/app-addresses', { query: { app_id: squatter.app.id } })), []);
  const events = await ok<Json[]>(squatter.api.get('/events', { query: { app_id: squatter.app.id } }));
  assert.deepEqual(
    events.slice(0, 2).map(({ type, data }) => [type, data.change ?? data.reason]),
    [
      ['address.changed', 'lost'],
      ['transaction.canceled', 'address_lost'],
    ],
  );
  const [entry] = await ok<Json[]>(attacker.api.get('/audit-log', { query: { app_id: squatter.app.id } }));
  assert.deepEqual([entry?.action, entry?.actor], ['address.lost', 'another_owner']);
  const [own] = await ok<Json[]>(victim.api.get('/audit-log', { query: { app_id: victim.app.id } }));
  assert.ok(own?.action === 'address.added' && own.after.proved_at === taken.proved_at);
  const unsent = join(stage.service.dataDir, 'unsent-mails.txt');
  await until(() => {
    const mails = existsSync(unsent) ? readFileSync(unsent, 'utf8') : '';
    return mails.includes('has proved that this address') && mails.includes(holder.address);
  }, 'the mail to the loser');
  const invoice = await ok<Json>(squatter.api.post('/invoice', { total: '5', currency: 'USD' }));
  const again = { invoice_id: invoice.id, from: newAddress(), cryptocurrency: 'ETH', network: 'local' };
  assert.deepEqual(refusals(await stage.anyone.post<Json>('/transaction', again)), ['422', 'network no_address']);

  // A later proof gains nothing once another merchant has proved the address, even with the key and the right text.
  const late = await enter(attacker, { kind: 'address', value: holder.address });
  assert.deepEqual([refusals(late), late.body.errors[0].proof_text], [inUse, undefined]);
  const unproved = newAddress();
  assert.equal((await enter(victim, { kind: 'address', value: unproved })).status, 201);
  const asked: string = (await enter(attacker, { kind: 'address', value: unproved })).body.errors[0].proof_text;
  const message = asked.replace(/0x[0-9a-fA-F]{40}/, holder.address);
  const second = { signature: await holder.signMessage({ message }) };
  assert.deepEqual(refusals(await enter(attacker, { kind: 'address', value: holder.address, ...second })), inUse);
});

test('a payment seen before the address was lost stays with its attempt', async () => {
  const holder = privateKeyToAccount(generatePrivateKey());
  const squatter = await appOf(attacker, { kind: 'address', value: holder.address });
  const customer = await stage.customer();
  const owed = await ok<Json>(squatter.api.post('/invoice', { total: '100', currency: 'USD' }));
  const open = await stage.attempt(owed, customer.address);
  await customer.pay(open.to, 5n * 10n ** 16n);
  await stage.mine();
  const text = (await enter(victim, { kind: 'address', value: holder.address })).body.errors[0].proof_text;
  const signature = await holder.signMessage({ message: text });
  await ok(enter(victim, { kind: 'address', value: holder.address, signature }));
  await stage.mine(3);
  await stage.transactionBecomes(open.id, { status: 'success' });
});

test('W48-proved-key: a proof by the first address takes all addresses of the key', async () => {
  const wallet = newWallet();
  const squatted = await appOf(attacker, { kind: 'xpub', value: wallet.xpub });
  const first = await attempt(squatted.api);
  // One of the addresses of the squatter's key, proved alone.
  const single = wallet.child(5);
  const refusedOne = await enter(victim, { kind: 'address', value: single.address });
  const one = await ok<Json>(
    enter(victim, {
      kind: 'address',
      value: single.address,
      signature: await single.signMessage({ message: refusedOne.body.errors[0].proof_text }),
    }),
  );
  assert.ok(one.proved_at);
  assert.equal((await stage.getTransaction(first.id)).status, 'processing');
  const [told] = await ok<Json[]>(squatted.api.get('/events', { query: { app_id: squatted.app.id } }));
  assert.deepEqual([told?.data.change, told?.data.lost_address], ['lost', single.address]);
  const shown = [];
  for (let count = 0; count < 5; count++) shown.push((await attempt(squatted.api)).to);
  assert.deepEqual(
    shown,
    [1, 2, 3, 4, 6].map((index) => wallet.child(index).address),
  );

  // The same key, written as its receiving branch.
  const refused = await enter(victim, { kind: 'xpub', value: wallet.branch });
  assert.deepEqual(refusals(refused), inUse);
  const message = refused.body.errors[0].proof_text;
  assert.ok(message.includes(wallet.child(0).address));
  const signature = await wallet.child(0).signMessage({ message });
  const taken = await ok<Json>(enter(victim, { kind: 'xpub', value: wallet.branch, signature }));
  assert.ok(taken.proved_at);
  assert.equal((await stage.getTransaction(first.id)).reason, 'address_lost');
  assert.deepEqual(await ok(attacker.api.get('/app-addresses', { query: { app_id: squatted.app.id } })), []);
  for (const index of [0, 3, 8])
    assert.deepEqual(refusals(await enter(attacker, { kind: 'address', value: wallet.child(index).address })), inUse);
});

const [owner] = stage.anvil.accounts;
const asContract = (value: Hex) => ({ kind: 'address', value, confirm: true }) as const;
const proofOf = ({ body }: Answer<Json>) => body.errors[0] as Json;

test('S4-W48-contract: a contract wallet takes its address by EIP-1271, and must sign', async () => {
  assert.ok(owner);
  const wallet = await stage.anvil.deploy('OwnedWallet', [owner.address]);
  const squatter = await appOf(attacker, { ...asContract(wallet), network: 'sepolia' });
  assert.equal((await enter(attacker, asContract(wallet), squatter.app.id)).status, 201);
  const open = await attempt(squatter.api);
  const refused = await enter(victim, asContract(wallet));
  assert.deepEqual([refusals(refused), proofOf(refused).proof_payment], [inUse, undefined]);
  const message = proofOf(refused).proof_text;
  const sign = async (by: PrivateKeyAccount | typeof owner) => ({ signature: await by.signMessage({ message }) });
  const stranger = privateKeyToAccount(generatePrivateKey());
  const wrong = ['422', 'signature wrong_signature'];
  assert.deepEqual(refusals(await enter(victim, { ...asContract(wallet), ...(await sign(stranger)) })), wrong);
  assert.deepEqual(refusals(await enter(attacker, { ...asContract(wallet), ...(await sign(owner)) })), wrong);
  const taken = await ok<Json>(enter(victim, { ...asContract(wallet), ...(await sign(owner)) }));
  assert.ok(taken.proved_at);
  assert.equal((await stage.getTransaction(open.id)).reason, 'address_lost');
  assert.deepEqual(await ok(attacker.api.get('/app-addresses', { query: { app_id: squatter.app.id } })), []);

  const reasons = { 0: /gas/, 1: /one word/, 4: /holder/ };
  for (const [mode, why] of Object.entries(reasons)) {
    const liar = await stage.anvil.deploy('LyingWallet', [Number(mode)]);
    const answer = await enter(victim, { ...asContract(liar), ...(await sign(owner)) });
    assert.deepEqual([refusals(answer), why.test(proofOf(answer).message)], [wrong, true]);
  }
});

test('S4-W48-payment: a contract that cannot sign proves control by a transfer to itself', async () => {
  const wallet = await stage.anvil.deploy('PlainWallet', [owner?.address]);
  const pay = (to: Hex, amount: bigint) => stage.anvil.call(stage.token, 'Token.transfer', [to, amount]);
  await pay(wallet, 10n ** 9n);
  await stage.mine();
  const payItself = (amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet, amount] });
    return stage.anvil.call(wallet, 'PlainWallet.execute', [stage.token, 0n, data]);
  };
  const squatter = await appOf(attacker, asContract(wallet));
  const open = await attempt(squatter.api);
  const { proof_payment: asked, proof_text: text } = proofOf(await enter(victim, asContract(wallet)));
  assert.ok(text.includes(victim.app.id));
  assert.deepEqual([asked.cryptocurrency, asked.network], ['USDT', 'local']);
  const amount = units(asked.amount, 6);
  assert.ok(amount >= 10_000n && amount < 100_000n && new Date(asked.expires_at) > new Date());
  assert.deepEqual(proofOf(await enter(victim, asContract(wallet))).proof_payment, asked);
  const other = await createMerchant(stage.service, { accepts, appName: 'Another' });
  assert.notEqual(proofOf(await enter(other, asContract(wallet))).proof_payment.amount, asked.amount);

  // Neither a payment of the amount by another account nor one of another amount by the wallet proves ownership.
  await pay(wallet, amount);
  await payItself(amount + 200_000n);
  await stage.mine(3);
  assert.deepEqual(refusals(await enter(victim, asContract(wallet))), inUse);
  await payItself(amount);
  await stage.mine();
  const early = await enter(victim, asContract(wallet));
  assert.deepEqual([refusals(early), proofOf(early).proof_payment], [inUse, asked]);
  assert.match(proofOf(early).message, /1 of 3 confirmations/);
  await stage.mine(2);
  assert.deepEqual(refusals(await enter(other, asContract(wallet))), inUse, 'it was asked of somebody else');
  assert.ok((await ok<Json>(enter(victim, asContract(wallet)))).proved_at);
  assert.equal((await stage.getTransaction(open.id)).reason, 'address_lost');
  const late = proofOf(await enter(other, asContract(wallet)));
  assert.deepEqual([late.proof_payment, late.proof_text], [undefined, undefined]);
});

test('a payment that proves control counts as it was asked for: not from a changed row', async () => {
  const wallet = await stage.anvil.deploy('PlainWallet', [owner?.address]);
  await ok(enter(attacker, asContract(wallet)));
  const first = proofOf(await enter(victim, asContract(wallet))).proof_payment;
  const change = "update proof_payments set expires_at = expires_at + interval '1 year' where address = $1";
  await stage.database.db.query(change, [wallet]);
  const second = proofOf(await enter(victim, asContract(wallet))).proof_payment;
  assert.notEqual(second.amount, first.amount);
});

test('W46-at-once: if two owners enter one address at the same time, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const value = newAddress();
    const answers = await Promise.all([
      enter(victim, { kind: 'address', value }),
      enter(attacker, { kind: 'address', value, network: 'sepolia' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
  }
});

test('W46-by-the-database: the database refuses a second owner of an address in a family', async () => {
  const shop = await appOf(victim, { kind: 'xpub', value: newExtendedKey() });
  const shown = await attempt(shop.api);
  const { db } = stage.database;
  const other = await db.query<{ wallet_id: string; owner_id: string; app_id: string }>(
    `select w.id as wallet_id, w.owner_id, a.id as app_id from wallets w
     join apps a on a.owner_id = w.owner_id
     where a.id = $1 limit 1`,
    [attacker.app.id],
  );
  const { wallet_id, owner_id, app_id } = other[0] as (typeof other)[0];
  const insert = `insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id)
    select id, 'EVM', $1, $2, $3, $4 from networks where symbol = 'sepolia'`;
  await assert.rejects(
    db.query(insert, [shown.to.toLowerCase(), owner_id, wallet_id, app_id]),
    /watched_addresses_one_owner/,
  );
});
