// TRON through the public API: payments in TRX and USDT from a wallet, credited once their block is solidified.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { sourceFiles } from '../../rig/house/source-tree.ts';
import { expectTransfers } from '../../rig/payment/expected-transfers.ts';
import { type Receiver, startReceiver, verify } from '../../rig/receiver.ts';
import { units } from '../../rig/stage.ts';
import { newTronAddress, solidAfter, startTronStage, type TronStage, usdt } from '../../rig/tron/tron-stage.ts';
import { prefixedOf } from '../../rig/tron/tron-wallet.ts';

const apiKey = 'key-of-the-operator';
let stage: TronStage;
let receiver: Receiver;

before(async () => {
  stage = await startTronStage({ apiKey });
  receiver = await startReceiver();
});

after(async () => {
  await receiver?.close();
  await stage?.close();
});

test('USDT: seen in its block, paid once that is solidified, with signed webhooks, whatever the memo', async () => {
  const shop = await stage.shop();
  const webhook = await ok<Json>(shop.api.post('/webhook', { app_id: shop.app.id, url: receiver.url }));
  const customer = await stage.customer();
  const invoice = await shop.invoice('60.00');
  const attempt = await stage.attempt(invoice, customer.address);
  assert.deepEqual(
    [attempt.from, attempt.to, attempt.amount, attempt.contract, attempt.requires_finality, attempt.payment_uri],
    [customer.address, shop.address, '60', usdt, true, `tron:${shop.address}`],
  );
  const hash = await customer.payToken(usdt, attempt.to, units(attempt.amount, 6));
  await stage.mine();
  const seen = await stage.transactionBecomes(attempt.id, { hash });
  assert.deepEqual([seen.status, seen.received_amount, seen.block], ['processing', '60', stage.node.height()]);
  assert.equal(seen.explorer_url, `https://nile.tronscan.org/#/transaction/${hash}`);
  await stage.mine(solidAfter - 1);
  const deep = await stage.transactionBecomes(attempt.id, { confirmations: solidAfter });
  assert.equal(deep.status, 'processing', 'confirmed often enough, but not solidified');
  await stage.mine();
  const done = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.deepEqual([done.hash, done.received_amount], [hash, '60']);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '60.00' });
  const received = await receiver.until(5);
  const told = received.map((request) => verify(request, webhook.secret));
  assert.deepEqual(told.map(({ type }) => type).sort(), [
    'invoice.created',
    'invoice.paid',
    'transaction.created',
    'transaction.detected',
    'transaction.succeeded',
  ]);
  assert.doesNotMatch(JSON.stringify(received.map(({ body }) => String(body))), /0x[0-9a-f]{40}/, 'addresses are T…');
});

test('D7-inactive-address, D11-memo: TRX to an address that was never used, with a hostile memo', async () => {
  const shop = await stage.shop(newTronAddress());
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'TRX');
  assert.deepEqual([attempt.amount, attempt.contract], ['400', null]);
  assert.equal(attempt.payment_uri, `tron:${attempt.to}?amount=400`);
  const account: Json = await customer.ask('/walletsolidity/getaccount', { address: prefixedOf(attempt.to) });
  assert.deepEqual(account, {}, 'the node knows nothing of it');
  const memo = `<img src=x onerror=alert(1)>\u202e${'\u{1F4B8}'.repeat(60)}`;
  const hash = await customer.pay(attempt.to, units(attempt.amount, 6), memo);
  await stage.mine(1 + solidAfter);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  const done = await stage.transactionBecomes(attempt.id, { status: 'success', hash });
  assert.doesNotMatch(JSON.stringify(done), /onerror/);
});

test('a refund in USDT and one in TRX are signed as prepared, and sent once their blocks are solidified', async () => {
  const shop = await stage.shop();
  const [customer, wallet] = [await stage.customer(), await stage.customer()];
  const invoice = await shop.invoice('60.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.payToken(usdt, attempt.to, units(attempt.amount, 6));
  await stage.mine(1 + solidAfter);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await ok(stage.merchant.api.put(`/app/${shop.app.id}/settings`, { app_token_may: ['refund'] }));
  const prepare = (more: Json) =>
    ok<Json>(shop.api.post('/refund', { invoice_id: invoice.id, to: customer.address, ...more }));
  const token = await prepare({ fiat_value: '20.00' });
  const trx = { cryptocurrency: 'TRX', network: 'nile', rate_kind: 'current' };
  const coin = await prepare({ fiat_value: '10.00', ...trx });
  assert.deepEqual(
    [token.to, token.amount, coin.amount, coin.payment_uri],
    [customer.address, '20', '40', `tron:${customer.address}?amount=40`],
  );
  const { contract_address, parameter, call_value } = token.unsigned;
  assert.deepEqual([contract_address, call_value], [usdt, '0']);
  const call = { contract_address: prefixedOf(contract_address), data: `a9059cbb${parameter}` };
  const send = { to_address: prefixedOf(coin.unsigned.to_address), amount: Number(coin.unsigned.amount) };
  const hashes: string[] = [];
  for (const [{ type }, value, terms] of [
    // The wallet sets the limit of its cost.
    [token.unsigned, call, { fee_limit: 150_000_000 }],
    [coin.unsigned, send, {}],
  ] as const) {
    const sent = await wallet.broadcast(wallet.key.sign(await wallet.build(type, value, terms)));
    assert.equal(sent.result, true, JSON.stringify(sent));
    hashes.push(sent.txid);
  }
  await stage.mine();
  const becomes = (id: string, status: string) =>
    until(async () => {
      const now = await ok<Json>(shop.api.get(`/refund/${id}`));
      return now.status === status ? now : null;
    }, `the refund to be ${status}`);
  for (const [at, { id }] of [token, coin].entries()) {
    const seen = await becomes(id, 'seen');
    assert.deepEqual([seen.hash, seen.from, seen.from_own], [hashes[at], wallet.address, false]);
  }
  await stage.mine(solidAfter);
  for (const { id } of [token, coin]) await becomes(id, 'sent');
  const refunded = await stage.getInvoice(invoice.id);
  assert.deepEqual([refunded.refunded, refunded.exceptions], ['30.00', ['partially_refunded']]);
});

test('an expected outgoing transfer is final once it is solidified, through a fork', async () => {
  const outgoing = await expectTransfers(stage);
  try {
    const [wallet, recipient] = [await stage.customer(), await stage.customer()];
    const tokens = await outgoing.expect({ coin: 'USDT on nile', to: recipient.address, amount: 5_000_000n });
    const coins = await outgoing.expect({ coin: 'TRX on nile', to: recipient.address, amount: 7_000_000n });
    const token = await wallet.payToken(usdt, recipient.address, 5_000_000n);
    const coin = await wallet.pay(recipient.address, 7_000_000n);
    await stage.mine();
    await outgoing.becomes(tokens, 'seen', token);
    await outgoing.becomes(coins, 'seen', coin);
    await stage.node.fork(1, [[], [coin]]);
    await stage.caughtUp();
    await outgoing.becomes(tokens, 'awaited', '');
    await outgoing.becomes(coins, 'seen', coin);
    const again = await wallet.payToken(usdt, recipient.address, 5_000_000n);
    await recipient.pay(wallet.address, 1_000_000n);
    await stage.mine(solidAfter);
    const deep = await outgoing.becomes(tokens, 'seen', again);
    assert.equal(deep.confirmations, solidAfter, 'confirmed often enough, but not solidified');
    await stage.mine();
    await outgoing.becomes(tokens, 'final', again);
    await outgoing.becomes(coins, 'final', coin);
    await outgoing.taken(tokens, 'final');
  } finally {
    await outgoing.close();
  }
});

test('one address for each attempt, from an xpub', async () => {
  const shop = await stage.shop('xpub');
  const customer = await stage.customer();
  const invoice = await shop.invoice('12.50');
  const attempt = await stage.attempt(invoice, customer.address);
  assert.match(attempt.to, /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  await customer.payToken(usdt, attempt.to, units(attempt.amount, 6));
  await stage.mine(1 + solidAfter);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('a payment that came unseen is claimed by its hash, which is refused where it pays nothing', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const stranger = await stage.customer();
  const invoice = await shop.invoice('30.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const elsewhere = await stranger.payToken(usdt, newTronAddress(), 30_000_000n);
  const hash = await stranger.payToken(usdt, attempt.to, units(attempt.amount, 6));
  await stage.mine();
  const claim = (text: string) => stage.anyone.post<Json>(`/transaction/${attempt.id}/claim`, { hash: text });
  assert.equal((await claim(elsewhere)).body.code, 'claim_refused');
  const claimed = await until(async () => {
    const answer = await claim(`0x${hash.toUpperCase()}`);
    return answer.status === 200 ? answer.body : null;
  }, 'the claim to be accepted');
  assert.equal(claimed.hash, hash);
  await stage.mine(solidAfter);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('D14-voted-parameters: with any energy price or time limit, the result on the chain decides', async () => {
  const shop = await stage.shop();
  const wallet = async () => {
    const invoice = await shop.invoice('25.00');
    const customer = await stage.customer();
    const attempt = await stage.attempt(invoice, customer.address);
    const pay = (feeLimit?: number) =>
      customer.payToken(usdt, attempt.to, units(attempt.amount, 6), feeLimit === undefined ? {} : { feeLimit });
    return { invoice, attempt, customer, pay };
  };
  const isPaid = async ({ invoice, attempt }: Awaited<ReturnType<typeof wallet>>, hash: string) => {
    await stage.mine(1 + solidAfter);
    await stage.transactionBecomes(attempt.id, { status: 'success', hash });
    await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '25.00' });
  };
  const fails = async (
    { invoice, attempt, customer }: Awaited<ReturnType<typeof wallet>>,
    hash: string,
    why: string,
  ) => {
    await stage.mine(1 + solidAfter);
    const result: Json = await customer.ask('/wallet/gettransactioninfobyid', { value: hash });
    assert.equal(result.receipt.result, why);
    await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'failed_on_chain', hash });
    await stage.invoiceBecomes(invoice.id, { status: 'open', paid: '0.00', pending: '0.00' });
  };
  const voted = async () => {
    const { chainParameter } = await (await stage.customer()).ask('/wallet/getchainparameters');
    return Object.fromEntries(chainParameter.map(({ key, value }: Json) => [key, value]));
  };

  const usual = await voted();
  const before = await wallet();
  await isPaid(before, await before.pay());

  stage.node.vote({ getEnergyFee: 20_000 });
  assert.equal((await voted()).getEnergyFee, 20_000);
  const dearer = await wallet();
  await fails(dearer, await dearer.pay(), 'OUT_OF_ENERGY');
  const willing = await wallet();
  await isPaid(willing, await willing.pay(5_000_000_000));

  stage.node.vote({ getEnergyFee: Number(usual.getEnergyFee), getMaxCpuTimeOfOneTx: 10 });
  const hurried = await wallet();
  await fails(hurried, await hurried.pay(), 'OUT_OF_TIME');
  stage.node.vote({ getMaxCpuTimeOfOneTx: 100 });
  const after = await wallet();
  await isPaid(after, await after.pay());
});

test('D14-voted-parameters: no parameter is built in; the price of energy is asked for, to be shown', async () => {
  const asked = stage.node.asked('/wallet/getchainparameters');
  stage.node.vote({ getEnergyFee: 210 });
  await stage.service.restart();
  await stage.mine(2);
  const feesTold = async () =>
    (await ok<Json[]>(stage.anyone.get('/networks'))).find(({ symbol }) => symbol === 'nile').transfer_fees;
  await until(async () => (await feesTold())?.token === '27.35985', 'the new price of sending a token to be told');
  assert.equal((await feesTold()).coin, null);
  assert.equal(stage.node.asked('/wallet/getchainparameters'), asked);
  // `OUT_OF_ENERGY` is the result of a call, and no resource figure.
  const names = /chain_?parameter|(?<!OUT_OF_)energy|bandwidth|fee_?limit|cpu_?time/i;
  const files = sourceFiles(['src/io/chains', 'src/features', 'src/core'], ['.ts']).filter(
    ({ path }) => !path.includes('.test.'),
  );
  assert.ok(files.some(({ path }) => path.startsWith('src/io/chains/tron/')));
  assert.deepEqual(
    files.filter(({ text }) => names.test(text)).map(({ path }) => path),
    [],
  );
});

test('the network says that only direct transfers of TRX are seen; its token is shown as wallets show it', async () => {
  const networks = await ok<Json[]>(stage.anyone.get('/networks'));
  const nile = networks.find(({ symbol }) => symbol === 'nile');
  assert.deepEqual(
    [nile.type, nile.test, nile.available, nile.internal_transfers],
    ['TRON', true, true, 'direct_only'],
  );
  const { networks: places } = await ok<Json>(stage.anyone.get('/cryptocurrency/USDT'));
  assert.equal(places.find(({ symbol }: Json) => symbol === 'nile').contract, usdt);
});

test('the key in the endpoint’s address went along with every request, and into no line of the log', () => {
  assert.ok(stage.node.asked('/wallet/getblockbynum') > 0 && stage.node.asked('eth_chainId') > 0);
  assert.deepEqual(
    stage.service.lines.filter((line) => line.includes(apiKey)),
    [],
  );
});
