// A customer can claim a payment that is not shown, by its chain transaction. The chain decides whether the claim is
// accepted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { evmChain } from '../../src/io/chains/evm/chain.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { scanTransfers } from '../rig/evm/scanning.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;
let to: Hex;

before(async () => {
  shop = await openShop({ env: () => ({ TRUST_PROXY: '127.0.0.1' }) });
  to = shop.anvil.accounts[1]?.address as Hex;
});
after(() => shop?.close());

/** Headers of a request from this client address. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const account = (index: number) => shop.anvil.accounts[index]?.address as Hex;
const claim = (id: string, hash: string, headers: Record<string, string> = {}, signature?: string) =>
  shop.anyone.post<Json>(
    `/transaction/${id}/claim`,
    { hash, ...(signature === undefined ? {} : { signature }) },
    { headers },
  );
const signed = (by: Hex, text: string) =>
  shop.anvil.rpc<string>('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, by]);
const waitingFor = (hash: string): Promise<Json> =>
  until(async () => {
    const waiting = await ok<Json[]>(shop.merchant.appApi.get('/unmatched-payments'));
    return waiting.find((one) => one.hash === hash);
  }, 'the payment waits among the unmatched');

/**
 * Waits until the service has seen everything mined so far. Dust is listed only as a daily sum, so a larger payment
 * marks the end.
 */
async function waitingForDust(): Promise<void> {
  const marker = await shop.anvil.send({ from: account(2), to, value: 6n * 10n ** 15n });
  await shop.anvil.mine(1);
  await waitingFor(marker);
}

/** Two transactions of one sender, and a payment from that sender with an amount that neither of them asked for. */
async function ambiguousPayment(from: Hex): Promise<{ attempts: Json[]; invoices: Json[]; hash: Hex }> {
  const invoices = [await shop.invoice('20.00'), await shop.invoice('30.00')];
  const attempts = [];
  for (const { id } of invoices) attempts.push(await shop.attempt(id, 'ETH', from));
  const hash = await shop.anvil.send({ from, to, value: 9n * 10n ** 15n });
  await shop.anvil.mine(1);
  return { attempts, invoices, hash };
}

test('a claim that its sender signed attaches a payment that could belong to two attempts, once', async () => {
  const { attempts, invoices, hash } = await ambiguousPayment(account(3));
  assert.equal((await waitingFor(hash)).reason, 'ambiguous');
  const unsigned = await claim(attempts[1].id, hash);
  assert.equal(unsigned.status, 202, 'a word is not enough between two');
  const signature = await signed(account(3), unsigned.body.claim_text);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const shouted = hash.toUpperCase().replace('0X', '0x');
  const attached = await claim(attempts[1].id, shouted, headers, signature);
  assert.equal(attached.status, 200);
  assert.deepEqual(
    [attached.body.hash, attached.body.matched_by, attached.body.received_amount, attached.body.status],
    [hash, 'signature', '0.009', 'processing'],
  );
  assert.equal((await claim(attempts[1].id, shouted, headers, signature)).body.hash, hash);
  assert.equal((await claim(attempts[1].id, hash)).status, 200, 'saying it again changes nothing');
  const refused = await claim(attempts[0].id, hash);
  assert.deepEqual([refused.status, refused.body.code], [422, 'claim_refused']);
  assert.equal(refused.body.errors[0].code, 'belongs_to_another');
  await shop.anvil.mine(3);
  const partly = await shop.invoiceWhere(invoices[1].id, (one) => one.status === 'partially_paid', 'it is credited');
  assert.equal(partly.paid, '18.00');
  assert.equal((await ok<Json>(shop.anyone.get(`/invoice/${invoices[0].id}`))).paid, '0.00');
});

test('a signature by another key, or over another text, is refused', async () => {
  const { attempts, hash } = await ambiguousPayment(account(7));
  await waitingFor(hash);
  const { claim_text: text } = (await claim(attempts[0].id, hash)).body;
  const refusal = async (signature: string) => {
    const { status, body } = await claim(attempts[0].id, hash, {}, signature);
    return [status, body.errors?.[0].field];
  };
  assert.deepEqual(await refusal(await signed(account(1), text)), [422, 'signature']);
  const elsewhere = text.replace(attempts[0].id, attempts[1].id);
  assert.deepEqual(await refusal(await signed(account(7), elsewhere)), [422, 'signature']);
  assert.deepEqual(await refusal('0x1234'), [422, 'signature']);
  assert.equal((await ok<Json>(shop.anyone.get(`/transaction/${attempts[0].id}`))).hash, null);
});

test('A28-signed: a sender that is a contract wallet signs by EIP-1271, and its refusal proves nothing', async () => {
  const owner = account(8);
  const wallet = await shop.anvil.deploy('OwnedWallet', [owner]);
  await shop.anvil.call(shop.usdt, 'Token.transfer', [wallet, 10n ** 9n]);
  const attempts = [];
  for (const total of ['20.00', '30.00'])
    attempts.push(await shop.attempt((await shop.invoice(total)).id, 'USDT', wallet));
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 9_000_000n] });
  const hash = await shop.anvil.call(wallet, 'OwnedWallet.execute', [shop.usdt, 0n, data], { from: owner });
  await shop.anvil.mine(1);
  await waitingFor(hash);
  const text = (await claim(attempts[1].id, hash)).body.claim_text;
  // The wallet contract reverts on a malformed signature, and rejects a signature by another key.
  for (const signature of [`0x${'00'.repeat(66)}`, await signed(account(1), text)]) {
    const { status, body } = await claim(attempts[1].id, hash, {}, signature);
    assert.deepEqual([status, body.errors?.[0].field], [422, 'signature']);
  }
  const attached = await claim(attempts[1].id, hash, {}, await signed(owner, text));
  assert.deepEqual([attached.status, attached.body.matched_by], [200, 'signature']);
});

test('a claim without a matching amount or sender waits, and is shown with the payment', async () => {
  const invoice = await shop.invoice('40.00');
  const attempt = await shop.attempt(invoice.id, 'ETH', account(4));
  const hash = await shop.anvil.send({ from: account(5), to, value: 7n * 10n ** 15n });
  await shop.anvil.mine(1);
  await waitingFor(hash);
  const answer = await claim(attempt.id, hash);
  assert.deepEqual([answer.status, answer.body.hash, answer.body.status], [202, null, 'processing']);
  assert.deepEqual((await waitingFor(hash)).claims, [attempt.id]);
  assert.equal((await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`))).pending, '0.00');
});

test('a payment that is older than the attempt is not attached by a claim', async () => {
  const hash = await shop.anvil.send({ from: account(6), to, value: 5n * 10n ** 15n });
  await shop.anvil.mine(1);
  await waitingFor(hash);
  // A chain may lag behind our clock by a minute. This transaction is dated later than the block on both clocks.
  const attempt = await shop.attempt((await shop.invoice('10.00')).id, 'ETH', account(6));
  const { default: pg } = await import('pg');
  const database = new pg.Client(shop.databaseUrl);
  await database.connect();
  await database.query(`update transactions set created_at = created_at + interval '10 minutes' where id = $1`, [
    attempt.id,
  ]);
  await database.end();
  assert.equal((await claim(attempt.id, hash)).status, 202);
});

test('A25-of-another: an unknown, foreign, failed or malformed hash is refused with the reason', async () => {
  const attempt = await shop.attempt((await shop.invoice('50.00')).id, 'USDT', account(0));
  const elsewhere = await shop.anvil.send({ from: account(0), to: account(9), value: 1n });
  const failed = await shop.anvil.call(shop.usdt, 'Token.transfer', [to, 50_000_000n], { from: account(7) });
  await shop.anvil.mine(1);
  const reason = async (hash: string) => {
    const { status, body } = await claim(attempt.id, hash);
    return [status, body.code, body.errors?.[0].code];
  };
  assert.deepEqual(await reason(`0x${'ab'.repeat(32)}`), [422, 'claim_refused', 'unknown_hash']);
  assert.deepEqual(await reason(elsewhere), [422, 'claim_refused', 'pays_nothing_here']);
  await until(async () => (await reason(failed))[2] === 'failed_on_chain', 'the failure is known');
  assert.deepEqual(await reason('my payment'), [422, 'validation_failed', 'not_a_hash']);
  assert.equal((await claim(crypto.randomUUID(), elsewhere)).status, 404);
});

test('a claim made before the payment is mined is kept for the merchant, and decides nothing by itself', async () => {
  const invoices = [await shop.invoice('22.00'), await shop.invoice('33.00')];
  const attempts = [];
  for (const { id } of invoices) attempts.push(await shop.attempt(id, 'ETH', account(8)));
  const hash = await shop.anvil.send({ from: account(8), to, value: 8n * 10n ** 15n });
  assert.equal((await claim(attempts[0].id, hash)).status, 202);
  await shop.anvil.mine(1);
  const waiting = await waitingFor(hash);
  assert.deepEqual([waiting.reason, waiting.claims], ['ambiguous', [attempts[0].id]]);
});

test('an attempt takes ten claims and no more', async () => {
  const attempt = await shop.attempt((await shop.invoice('60.00')).id, 'ETH', account(9));
  const hashes = [];
  for (let count = 0; count < 11; count++)
    hashes.push(await shop.anvil.send({ from: account(2), to, value: BigInt(count + 1) }));
  const answers = [];
  for (const hash of hashes) answers.push((await claim(attempt.id, hash)).status);
  assert.deepEqual(answers, [...Array(10).fill(202), 422]);
});

/** Sends dust from an unrelated address: each payment is 1 to 100 wei. */
async function sendDust(count: number): Promise<Hex[]> {
  const hashes: Hex[] = [];
  for (let sent = 0; sent < count; sent += 1)
    hashes.push(await shop.anvil.send({ from: account(2), to, value: BigInt(1 + sent) }));
  return hashes;
}

const stranger = from('203.0.113.66');
const customer = from('198.51.100.7');

test('L17-claims: a claim that attaches at once is not refused, however many claims of dust wait', async () => {
  const { attempts, hash } = await ambiguousPayment(account(3));
  await waitingFor(hash);
  const dust = await sendDust(11);
  await shop.anvil.mine(1);
  await waitingForDust();
  const answers = [];
  for (const one of dust) answers.push(await claim(attempts[1].id, one, stranger));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(10).fill(202), 422],
  );
  assert.equal(answers.at(-1)?.body.errors[0].code, 'too_many_claims');
  const text = answers[0]?.body.claim_text.replace(dust[0], hash);
  const attached = await claim(attempts[1].id, hash, customer, await signed(account(3), text));
  assert.deepEqual([attached.status, attached.body.hash, attached.body.matched_by], [200, hash, 'signature']);
});

test('L17-claims: the customer’s claim displaces claims of dust; at most ten wait', async () => {
  const invoice = await shop.invoice('62.00');
  const attempt = await shop.attempt(invoice.id, 'ETH', account(9));
  const dust = await sendDust(10);
  await shop.anvil.mine(1);
  await waitingForDust();
  for (const one of dust) assert.equal((await claim(attempt.id, one, stranger)).status, 202);
  // An exchange deducted its fee and sent from an undeclared wallet.
  const hash = await shop.anvil.send({ from: account(5), to, value: 305n * 10n ** 14n + 7n });
  await shop.anvil.mine(1);
  await waitingFor(hash);
  assert.equal((await claim(attempt.id, hash, stranger)).status, 202, 'whoever says it');
  assert.deepEqual((await waitingFor(hash)).claims, [attempt.id]);
  const { claims } = await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`));
  assert.deepEqual(
    [claims.length, claims.filter((one: Json) => one.hash === dust[0]), claims.some((one: Json) => one.hash === hash)],
    [10, [], true],
  );
  const refused = await claim(attempt.id, dust[0] as Hex, stranger);
  assert.deepEqual([refused.status, refused.body.errors?.[0].code], [422, 'too_many_claims'], 'it does not come back');
  assert.deepEqual((await waitingFor(hash)).claims, [attempt.id]);

  // A dismissed payment no longer waits, and no longer counts against the limit.
  await ok(shop.merchant.appApi.post(`/unmatched-payment/${(await waitingFor(hash)).id}/dismiss`));
  assert.equal((await claim(attempt.id, dust[0] as Hex, stranger)).status, 202);
});

test('L17-claims: among unmined claims, one of the visitor with the most is displaced', async () => {
  const attempt = await shop.attempt((await shop.invoice('63.00')).id, 'ETH', account(9));
  const hashes = await sendDust(13);
  for (const one of hashes.slice(0, 10)) assert.equal((await claim(attempt.id, one, stranger)).status, 202);
  assert.equal((await claim(attempt.id, hashes[10] as Hex, stranger)).status, 422);
  assert.equal((await claim(attempt.id, hashes[11] as Hex, customer)).status, 202);
  assert.equal((await claim(attempt.id, hashes[12] as Hex, stranger)).status, 422, 'the customer’s stays');
  const shown = (await ok<Json>(shop.anyone.get(`/invoice/${attempt.invoice_id}`))).claims;
  assert.deepEqual(
    [
      shown.length,
      shown.some((one: Json) => one.hash === hashes[11]),
      shown.some((one: Json) => one.hash === hashes[0]),
    ],
    [10, true, false],
  );
});

test('an invoice shows ten claims of all its attempts, a chain transaction once, and how many more wait', async () => {
  const invoice = await shop.invoice('61.00');
  const attempts = [
    await shop.attempt(invoice.id, 'ETH', account(9)),
    await shop.attempt(invoice.id, 'USDT', account(9)),
  ];
  const hashes: Hex[] = [];
  for (let count = 0; count < 11; count++)
    hashes.push(await shop.anvil.send({ from: account(2), to, value: BigInt(count + 100) }));
  for (const hash of hashes.slice(0, 10)) assert.equal((await claim(attempts[0].id, hash)).status, 202);
  const shown = () => ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`));
  assert.deepEqual([(await shown()).claims.length, (await shown()).more_claims], [10, undefined]);
  for (const hash of hashes.slice(9)) assert.equal((await claim(attempts[1].id, hash)).status, 202);
  const { claims, more_claims: more } = await shown();
  assert.equal(more, 1);
  assert.equal(new Set(claims.map((one: Json) => one.hash)).size, 10);
  assert.deepEqual(
    claims.filter((one: Json) => one.transaction_id === attempts[1].id).map((one: Json) => one.hash),
    [hashes[10], hashes[9]],
    'it is of the attempt that it was named for last',
  );
  for (const { seen, amount, cryptocurrency } of claims)
    assert.deepEqual([seen, amount, cryptocurrency], [false, null, null], 'nothing is said of what no block has');
});

test('A19-all-ways: a claim reads the same transfers as a scan of the block (L1)', async () => {
  const multisend = await shop.anvil.deploy('Multisend');
  await shop.anvil.call(shop.usdt, 'Token.approve', [multisend, 10n ** 30n]);
  await shop.anvil.mine(1);
  const chain = evmChain({
    symbol: 'local',
    chainId: shop.anvil.chainId,
    endpoints: [shop.anvil.url],
    contracts: [{ address: shop.usdt }],
  });
  const watched = chain.watch();
  watched.add(to.toLowerCase());
  const hashes = [
    await shop.anvil.send({ from: account(0), to, value: 3n }),
    await shop.anvil.call(shop.usdt, 'Token.transfer', [to, 4n], { from: account(0) }),
    await shop.anvil.call(shop.usdt, 'Token.transfer', [to, 10n ** 40n], { from: account(0) }),
  ];
  await shop.anvil.mine(1);
  const head = await shop.anvil.blockNumber();
  const scanned = await scanTransfers(chain, head, head, watched);
  const read = [];
  for (const hash of hashes) {
    const found = await chain.transfersIn(hash, watched);
    assert.equal(found?.header?.number, head);
    read.push(...(found?.transfers ?? []));
  }
  const byHash = (a: { txHash: string }, b: { txHash: string }) => a.txHash.localeCompare(b.txHash);
  assert.equal(read.length, 3);
  assert.deepEqual(read.sort(byHash), scanned.toSorted(byHash));
  assert.equal(await chain.transfersIn(`0x${'cd'.repeat(32)}`, watched), null);
  await chain.close();
});

test('M9-unlisted-token: a claim of an unlisted token names its contract, and is kept for the merchant', async () => {
  const token = await shop.anvil.deployToken({ symbol: 'USDCE', decimals: 6 });
  const invoice = await shop.invoice('33.00');
  const attempt = await shop.attempt(invoice.id, 'USDT', account(4));
  const send = async (value: bigint) => {
    const hash = await shop.anvil.call(token, 'Token.transfer', [to, value]);
    await shop.anvil.mine(1);
    return hash;
  };
  const nothing = await claim(attempt.id, await send(0n));
  assert.deepEqual([nothing.status, nothing.body.errors[0].code], [422, 'pays_nothing_here']);
  const hash = await send(33_000_000n);
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await claim(attempt.id, hash);
    assert.deepEqual(
      [status, body.status, body.hash, body.claim_notice.code],
      [202, 'processing', null, 'unlisted_token'],
    );
    assert.equal(body.claim_notice.contract.toLowerCase(), token.toLowerCase());
    assert.ok(body.claim_notice.message.includes(body.claim_notice.contract));
  }
  assert.equal((await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`))).pending, '0.00');
  const steps = await ok<Json[]>(shop.merchant.api.get(`/invoice/${invoice.id}/timeline`));
  const [kept, ...more] = steps.filter((one) => one.kind === 'payment_unlisted');
  assert.deepEqual(
    [kept?.hash, kept?.contract.toLowerCase(), kept?.network, kept?.cryptocurrency, more],
    [hash, token.toLowerCase(), 'local', undefined, []],
  );
  const page = await (await fetch(`${shop.service.url}/pay/${invoice.id}`)).text();
  assert.ok(page.includes(kept?.contract) && !page.includes('USDCE'), 'the page names the contract and no name');
  // Anyone can create such tokens. Claims of them must not block other invoices, and their number is limited.
  const spam = [];
  for (let sent = 0; sent < 10; sent += 1) spam.push(await send(1n));
  const answers = [];
  for (const one of spam) answers.push(await claim((await shop.attempt(invoice.id, 'ETH', account(6))).id, one));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(9).fill(202), 422],
  );
  assert.equal(answers.at(-1)?.body.errors[0].code, 'too_many_claims');
  const needs = await ok<Json[]>(shop.merchant.api.get(`/app/${shop.merchant.app.id}/attention`));
  const told = needs.find((one) => one.kind === 'unlisted_tokens');
  assert.deepEqual([told?.count, told?.ids], [1, [invoice.id]]);
  const settled = { reason: 'We take USDC.e as well.' };
  assert.equal((await ok<Json>(shop.merchant.api.post(`/invoice/${invoice.id}/settle`, settled))).status, 'paid');
  const after = await ok<Json[]>(shop.merchant.api.get(`/app/${shop.merchant.app.id}/attention`));
  assert.ok(!after.some((one) => one.kind === 'unlisted_tokens'));
});
