// Requests, claims and payments by unrelated people never change how an honest payment is matched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { signChanged } from '../rig/access/signed-rows.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { contract } from '../rig/evm/contracts.ts';
import { type Customer, etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 2;
let stage: Stage;

before(async () => {
  stage = await startStage({ confirmations });
});

after(() => stage?.close());

const confirm = () => stage.mine(confirmations);
const claim = (id: string, hash: string, signature?: string) =>
  stage.anyone.post<Json>(`/transaction/${id}/claim`, { hash, ...(signature === undefined ? {} : { signature }) });
const request = (invoice: Json, more: object = {}, cryptocurrency = 'ETH') =>
  stage.anyone.post<Json>(`/invoice/${invoice.id}/payment-request`, { cryptocurrency, network: 'local', ...more });
const listed = (shop: Shop) => ok<Json[]>(shop.api.get('/unmatched-payments'));

async function waiting(shop: Shop, hash: string): Promise<Json> {
  return until(async () => (await listed(shop)).find((one) => one.hash === hash), 'the payment waits for the merchant');
}

/** A customer who pays from an address that many people share. */
async function exchange(): Promise<Customer> {
  return stage.customer();
}

test('S1-declared-by-a-stranger: an exact payment pays its invoice even if another declared its wallet', async () => {
  const [shop, wallet] = [await stage.shop(), await exchange()];
  const [invoice, strangers] = [await shop.invoice('100.00'), await shop.invoice('100.00')];
  const attempt = await stage.attempt(invoice, newAddress());
  await stage.attempt(strangers, wallet.address);
  const { hash } = await wallet.pay(attempt.to, units(attempt.amount, 18));
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  assert.equal((await stage.getTransaction(attempt.id)).matched_by, 'amount');
  assert.equal((await stage.getInvoice(strangers.id)).status, 'open');
  assert.equal((await claim(attempt.id, hash)).status, 200);
});

test('two attacker’s attempts with an exchange’s wallet make none of its payments ambiguous', async () => {
  const [shop, wallet] = [await stage.shop(), await exchange()];
  for (const total of ['70.00', '80.00']) await stage.attempt(await shop.invoice(total), wallet.address);
  for (const total of ['30.00', '40.00']) {
    const invoice = await shop.invoice(total);
    const attempt = await stage.attempt(invoice, newAddress());
    await wallet.pay(attempt.to, units(attempt.amount, 18));
    await confirm();
    await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: total });
  }
  assert.deepEqual(await listed(shop), []);
});

test('S2-fee-withheld: a reduced payment waits with evidence for each, unless its sender signs', async () => {
  const [shop, wallet] = [await stage.shop(), await exchange()];
  const [invoice, strangers] = [await shop.invoice('100.00'), await shop.invoice('300.00')];
  const attempt = await stage.attempt(invoice, newAddress());
  const other = await stage.attempt(strangers, wallet.address);
  const { hash } = await wallet.pay(attempt.to, etherFor('98.00'));
  await confirm();
  const payment = await waiting(shop, hash);
  assert.equal(payment.reason, 'ambiguous');
  const speaks = Object.fromEntries(payment.evidence.map((one: Json) => [one.transaction_id, one.speaks]));
  assert.deepEqual(speaks, { [attempt.id]: ['near_amount'], [other.id]: ['sender'] });
  const unproved = await claim(attempt.id, hash);
  assert.equal(unproved.status, 202);
  const { claim_text: text } = unproved.body;
  assert.ok(text.includes(hash) && text.includes(attempt.id));
  const forged = await claim(attempt.id, hash, await (await stage.customer()).signMessage({ message: text }));
  assert.deepEqual([forged.status, forged.body.errors[0].field], [422, 'signature']);
  const signed = await claim(attempt.id, hash, await wallet.signMessage({ message: text }));
  assert.deepEqual([signed.status, signed.body.matched_by, signed.body.hash], [200, 'signature', hash]);
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '98.00' });
  const taken = await claim(other.id, hash);
  assert.deepEqual([taken.status, taken.body.errors[0].code], [422, 'belongs_to_another']);
});

test('the wallet of many people, known by its number of payments, does not identify an inexact payment', async () => {
  const shop = await stage.shop();
  const [from] = stage.anvil.accounts.slice(7).map((one) => one.address as Hex);
  await stage.anvil.rpc('anvil_setNonce', [from, '0x3e9']);
  const attempt = await stage.attempt(await shop.invoice('100.00'), from as Hex);
  const hash = await stage.anvil.send({ from: from as Hex, to: attempt.to, value: etherFor('30.00') });
  await confirm();
  const payment = await waiting(shop, hash);
  assert.deepEqual(
    [payment.reason, payment.evidence],
    ['unknown', [{ transaction_id: attempt.id, speaks: ['sender'] }]],
  );
});

test('S3-claimed-afterwards: an attempt made after a payment was mined is not credited by claiming it', async () => {
  const [shop, payer] = [await stage.shop(), await stage.customer()];
  const first = await stage.attempt(await shop.invoice('50.00'), newAddress());
  await ok(stage.anyone.delete(`/transaction/${first.id}`));
  const { hash } = await payer.pay(first.to, etherFor('49.00'));
  await stage.mine();
  await waiting(shop, hash);
  // Block times have whole seconds, so the transaction must be later by more than a second.
  await stage.clock.pass(2);
  const thief = await shop.invoice('49.00');
  const attempt = await stage.attempt(thief, payer.address);
  assert.equal(attempt.amount, '0.0245');
  const answer = await claim(attempt.id, hash);
  assert.deepEqual([answer.status, answer.body.hash], [202, null]);
  await confirm();
  assert.equal((await stage.getInvoice(thief.id)).paid, '0.00');
  assert.deepEqual((await waiting(shop, hash)).claims, [attempt.id]);
});

/** While `act` runs, the USDT contract transfers any amount that it is asked for. Balances stay. */
async function boundless(act: (give: (to: Hex, value: bigint) => Hex) => Promise<void>): Promise<void> {
  const codeOf = (address: Hex) => stage.anvil.rpc<Hex>('eth_getCode', [address, 'latest']);
  const plain = await codeOf(stage.token);
  const odd = await codeOf(await stage.anvil.deploy('BoundlessToken', [6]));
  await stage.anvil.rpc('anvil_setCode', [stage.token, odd]);
  const { abi } = contract('BoundlessToken');
  await act((to, value) => encodeFunctionData({ abi, functionName: 'give', args: [to, value] }));
  await stage.anvil.rpc('anvil_setCode', [stage.token, plain]);
}

for (const receives of [undefined, 'xpub']) {
  const where = receives === undefined ? 'a shared address' : 'an address given out once';
  test(`S5-S6-out-of-range: an amount out of range at ${where} waits, and the network goes on`, async () => {
    const [shop, customer] = [await stage.shop(receives === undefined ? {} : { receives }), await stage.customer()];
    const invoice = await shop.invoice('20.00');
    const attempt = await stage.attempt(invoice, customer.address, 'USDT');
    const odd: string[] = [];
    await boundless(async (give) => {
      for (const value of [10n ** 60n, 2n ** 255n]) {
        odd.push((await customer.call(stage.token, give(attempt.to, value))).hash);
        await stage.mine();
      }
    });
    for (const hash of odd) {
      const { reason } = await waiting(shop, hash);
      assert.ok(['out_of_range', 'unknown'].includes(reason), reason);
      assert.equal((await claim(attempt.id, hash)).status, 202);
    }
    await customer.payToken(attempt.to, units(attempt.amount, 6));
    await confirm();
    await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '20.00' });
  });
}

test('a payment request needs no sender: it leases the address, and takes the sender from the payment', async () => {
  const [shop, payer] = [await stage.shop(), await exchange()];
  const invoice = await shop.invoice('100.00');
  const asked = await request(invoice);
  assert.equal(asked.status, 201);
  assert.equal('from' in asked.body, false);
  await payer.pay(asked.body.to, etherFor('97.00'));
  await confirm();
  const done = await stage.transactionBecomes(asked.body.id, { status: 'success' });
  assert.deepEqual([done.matched_by, done.from, done.received_amount], ['lease', payer.address, '0.0485']);
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '97.00' });
});

test('who signs for a payment when the time is over has paid the same invoice late', async () => {
  const shop = await stage.shop({ settings: { late_payments: 'accept_at_locked_rate' } });
  const payer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, newAddress());
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  const { hash } = await payer.pay(attempt.to, etherFor('60.00'));
  await stage.mine();
  assert.equal((await waiting(shop, hash)).reason, 'unknown');
  const text = (await claim(attempt.id, hash)).body.claim_text;
  assert.equal((await claim(attempt.id, hash, await payer.signMessage({ message: text }))).status, 200);
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '60.00' });
  assert.equal((await claim(attempt.id, hash)).status, 200, 'saying it again changes nothing');
});

test('a lease ends as soon as another open attempt shares the address: then the amounts decide', async () => {
  const [shop, payer] = [await stage.shop(), await exchange()];
  const [invoice, strangers] = [await shop.invoice('100.00'), await shop.invoice('100.00')];
  const asked = (await request(invoice)).body;
  const other = await stage.attempt(strangers, payer.address);
  assert.equal(other.to, asked.to);
  const less = await payer.pay(asked.to, etherFor('97.00'));
  await confirm();
  assert.equal((await waiting(shop, less.hash)).reason, 'ambiguous');
  await payer.pay(asked.to, units(asked.amount, 18));
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  assert.equal((await stage.getInvoice(strangers.id)).status, 'open');
});

test('a customer who chooses another coin keeps the lease of the address', async () => {
  const [shop, payer] = [await stage.shop(), await exchange()];
  const invoice = await shop.invoice('50.00');
  const first = (await request(invoice)).body;
  const second = (await request(invoice, {}, 'USDT')).body;
  assert.equal(second.to, first.to);
  await payer.payToken(second.to, 49_500_000n);
  await confirm();
  const done = await stage.transactionBecomes(second.id, { status: 'success' });
  assert.deepEqual([done.matched_by, done.received_amount], ['lease', '49.5']);
});

test('fixed addresses are leased one by one while they are free, and then the amounts are unlike', async () => {
  const shop = await stage.shop();
  const second = newAddress();
  const added = { app_id: shop.app.id, network: 'local', kind: 'address', value: second };
  await ok(stage.merchant.api.post('/app-address', added));
  const asked: Json[] = [];
  for (let at = 0; at < 3; at += 1) asked.push((await request(await shop.invoice('33.33'))).body);
  assert.notEqual(asked[0]?.to, asked[1]?.to);
  const shared = asked.filter((one) => one.to === asked[2]?.to);
  assert.equal(new Set(shared.map((one) => one.amount)).size, shared.length);
  for (const one of asked)
    assert.ok((one.amount.split('.')[1] ?? '').length <= 8, `${one.amount} is what exchanges send`);
});

test('a second request replaces the first and keeps its address; an exchange has an hour', async () => {
  const shop = await stage.shop({ receives: 'xpub' });
  const invoice = await shop.invoice('10.00');
  const first = (await request(invoice)).body;
  const again = (await request(invoice, { exchange: true })).body;
  assert.equal(again.to, first.to);
  assert.equal((await stage.getTransaction(first.id)).reason, 'superseded');
  const held = Date.parse(again.expire_at) - Date.parse(again.created_at);
  assert.equal(held, 3_600_000);
});

test('with an extended key an invoice has one address, shared by its attempts, open or ended', async () => {
  const shop = await stage.shop({ receives: 'xpub' });
  const payer = await stage.customer();
  const [invoice, next] = [await shop.invoice('90.00'), await shop.invoice('90.00')];
  const [ether, tokens] = [(await request(invoice)).body, (await request(invoice, {}, 'USDT')).body];
  const declared = await stage.attempt(invoice, payer.address);
  assert.deepEqual(
    [ether, tokens, declared].map(({ to }) => to),
    Array(3).fill(ether.to),
  );
  assert.notEqual((await request(next)).body.to, ether.to);

  await payer.payToken(ether.to, 30_000_000n);
  await payer.pay(ether.to, etherFor('20.00'));
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '50.00' });
  const received = async ({ id }: Json) => (await stage.getTransaction(id)).received_amount;
  assert.deepEqual(await Promise.all([tokens, declared, ether].map(received)), ['30', '0.01', null]);

  await ok(stage.anyone.delete(`/transaction/${ether.id}`));
  const rest = (await request(invoice)).body;
  assert.deepEqual([rest.to, rest.id === ether.id], [ether.to, false]);
  await payer.pay(rest.to, units(rest.amount, 18));
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '90.00' });
  assert.deepEqual(await listed(shop), []);
});

test('an attempt that is canceled and asked for again is the same one, with its quote, and counts once', async () => {
  const shop = await stage.shop();
  const [invoice, next] = [await shop.invoice('10.00'), await shop.invoice('10.00')];
  const customer = await stage.customer();
  const body = { invoice_id: invoice.id, from: customer.address, cryptocurrency: 'ETH', network: 'local' };
  const ask = [() => request(invoice), () => stage.anyone.post<Json>('/transaction', body)];
  const shown: Json[] = [];
  for (const again of ask) {
    const first = (await again()).body;
    for (let round = 0; round < 60; round++) {
      await ok(stage.anyone.delete(`/transaction/${first.id}`));
      const { status, body: same } = await again();
      assert.deepEqual([status, same], [201, { ...first, updated_at: same.updated_at }]);
    }
    shown.push(first);
  }
  assert.equal((await stage.transactionsOf(invoice.id)).length, 2);
  const other = (await request(next)).body;
  assert.ok(shown.every(({ amount }) => amount !== other.amount));

  // Another coin, another sender or payment from an exchange makes a new transaction. So does a request after the
  // quote's end or after a price change.
  const [asked, declared] = shown;
  for (const { id } of shown) await ok(stage.anyone.delete(`/transaction/${id}`));
  const others = [await request(invoice, {}, 'USDT'), await request(invoice, { exchange: true })];
  others.push(await stage.anyone.post<Json>('/transaction', { ...body, from: newAddress() }));
  for (const one of others) await ok(stage.anyone.delete(`/transaction/${one.body.id}`));
  await stage.database.db.query('update transactions set expire_at = now() where id = $1', [asked?.id]);
  await signChanged({ db: stage.database.db, service: stage.service });
  others.push(await request(invoice));
  await ok(stage.anyone.delete(`/transaction/${others.at(-1)?.body.id}`));
  await ok(shop.api.put(`/invoice/${invoice.id}`, { total: '12.00' }));
  const dearer = (await ask[1]?.()) as { body: Json };
  const made = [...others.map((one) => one.body.id), dearer.body.id];
  assert.equal(new Set([...made, asked?.id, declared?.id]).size, 7);
  await ok(stage.anyone.delete(`/transaction/${dearer.body.id}`));
  assert.equal((await ask[1]?.())?.body.id, dearer.body.id);
  await customer.pay(dearer.body.to, units(dearer.body.amount, 18));
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '12.00' });
  await stage.transactionBecomes(dearer.body.id, { status: 'success' });
});

test('invalid payment requests are refused, each with its field, and store nothing', async () => {
  const shop = await stage.shop();
  const invoice = await shop.invoice('10.00');
  const field = async (body: object) => {
    const answer = await stage.anyone.post<Json>(`/invoice/${invoice.id}/payment-request`, body);
    return [answer.status, answer.body.errors?.[0]?.field];
  };
  assert.deepEqual(await field({ cryptocurrency: 'ETH', network: 'nowhere' }), [422, 'network']);
  assert.deepEqual(await field({ cryptocurrency: 'NONE', network: 'local' }), [422, 'cryptocurrency']);
  assert.deepEqual(await field({ cryptocurrency: 'USDC', network: 'local' }), [422, 'cryptocurrency']);
  assert.deepEqual(await field({ cryptocurrency: 'ETH', network: 'local', from: newAddress() }), [422, 'from']);
  assert.equal((await request({ id: crypto.randomUUID() })).status, 404);
  assert.deepEqual(await stage.transactionsOf(invoice.id), []);
});

// A reorganisation sets the clock of the local chain back, so these tests run last.
test('a payment reorged away, then replaced by a claimed one, waits or counts when it is mined after all', async () => {
  const shop = await stage.shop();
  const [one, two] = [await stage.customer(), await stage.customer()];
  await stage.mine();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, one.address);
  const first = await one.pay(attempt.to, etherFor('40.00'));
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { hash: first.hash });
  await stage.anvil.reorg(1);
  await stage.caughtUp();
  const second = await two.pay(attempt.to, etherFor('55.00'));
  await stage.mine();
  const payment = await waiting(shop, second.hash);
  const text = (await claim(attempt.id, second.hash)).body.claim_text;
  const signed = await claim(attempt.id, second.hash, await two.signMessage({ message: text }));
  assert.deepEqual([signed.status, signed.body.hash], [200, second.hash]);
  await stage.anvil.rpc('eth_sendRawTransaction', [first.raw]);
  await stage.mine();
  await confirm();
  const paid = await stage.invoiceBecomes(invoice.id, { paid: '95.00' });
  assert.deepEqual([paid.status, paid.pending], ['partially_paid', '0.00']);
  const hashes = (await stage.transactionsOf(invoice.id)).map((each) => each.hash).sort();
  assert.deepEqual(hashes, [first.hash, second.hash].sort());
  assert.equal(
    (await listed(shop)).some((each) => each.id === payment.id),
    false,
  );
});

test('dust that belongs to nothing is one entry for an address, a coin and a day, told once', async () => {
  const [shop, sender] = [await stage.shop(), await stage.customer()];
  const { to } = await stage.attempt(await shop.invoice('100.00'), newAddress());
  for (const value of [1n, 2n, 3n]) {
    await sender.pay(to, value);
    await stage.mine();
  }
  for (const value of [5n, 7n]) await sender.payToken(to, value);
  await stage.mine();
  const entries = await listed(shop);
  assert.deepEqual(
    entries.map((one) => [one.cryptocurrency, one.amount, one.dust, one.reason]),
    [
      ['USDT', '0.000012', true, 'unknown'],
      ['ETH', '0.000000000000000006', true, 'unknown'],
    ],
  );
  const told = (await shop.events()).filter((event) => event.type === 'payment.unmatched');
  assert.deepEqual(
    told.map((event) => [event.data.cryptocurrency, event.data.dust]),
    [
      ['ETH', true],
      ['USDT', true],
    ],
  );
  await sender.pay(to, etherFor('0.01'));
  await stage.mine();
  assert.deepEqual(
    (await listed(shop)).map((one) => one.dust),
    [false, true, true],
    'what is worth 0.01 is no dust',
  );
  const refused = await stage.merchant.api.post(`/unmatched-payment/${entries[0]?.id}/assign`, {
    invoice_id: (await shop.invoice('1.00')).id,
  });
  assert.equal(refused.status, 409);
  await stage.anvil.reorg(2);
  await stage.caughtUp();
  await stage.mine();
  const [left] = (await listed(shop)).filter((one) => one.cryptocurrency === 'ETH');
  assert.equal(left?.amount, '0.000000000000000006');
});
