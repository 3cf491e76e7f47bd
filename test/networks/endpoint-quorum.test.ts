// Endpoints that lie to the running service: no single one invents, hides or reverses a payment.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { encodeFunctionData, type Hex, pad, toHex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import type { Anvil } from '../rig/evm/anvil.ts';
import { contract } from '../rig/evm/contracts.ts';
import { type FaultProxy, type Lie, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { createMerchant } from '../rig/merchant.ts';
import { expectTransfers } from '../rig/payment/expected-transfers.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type Customer, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

/** In the order of preference: a single reader uses the first. */
let proxies: FaultProxy[];
let stage: Stage;
let payer: Customer;
let multisend: Hex;
/** An endpoint with this lie shows this block and all later ones on another branch. */
let forkedFrom = 0;

before(async () => {
  stage = await startStage({
    network: async ({ url }: Anvil) => {
      proxies = [await startFaultProxy(url), await startFaultProxy(url), await startFaultProxy(url)];
      return { rpc: proxies.map((proxy) => proxy.url), quorum: { endpoints: 2, from: '100' } };
    },
  });
  payer = await stage.customer();
  multisend = await stage.anvil.deploy('Multisend');
  const args = [multisend, 10n ** 20n];
  await payer.call(stage.token, encodeFunctionData({ abi: contract('Token').abi, functionName: 'approve', args }));
  await stage.mine();
});

/** Makes every endpoint honest again. */
function endLies(): void {
  for (const proxy of proxies) {
    proxy.off();
    for (const method of ['eth_getLogs', 'eth_getBlockByNumber', 'eth_getTransactionReceipt', 'eth_call'])
      proxy.lie(method);
  }
}

afterEach(endLies);

after(async () => {
  await stage.close();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

function proxy(at: number): FaultProxy {
  return proxies[at] as FaultProxy;
}

async function ordered(total: string, shop?: Shop): Promise<{ invoice: Json; attempt: Json; shop: Shop }> {
  const open = shop ?? (await stage.shop({ receives: newAddress() }));
  const invoice = await open.invoice(total);
  return { invoice, attempt: await stage.attempt(invoice, payer.address, 'USDT'), shop: open };
}

function dollars(amount: string): bigint {
  return BigInt(amount) * 10n ** 6n;
}

async function mineSlowly(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await stage.mine();
}

async function metric(name: string, labels: string): Promise<number | null> {
  const text = await (await fetch(`${stage.service.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(labels));
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')));
}

function hostOf(at: number): string {
  return new URL(proxy(at).url).host;
}

async function isQuarantined(at: number): Promise<void> {
  await until(
    async () => (await metric('quittance_endpoint_state', `endpoint="${hostOf(at)}",state="quarantined"`)) === 1,
    `endpoint ${at} to be in quarantine`,
  );
}

async function endQuarantine(): Promise<void> {
  endLies();
  await stage.service.restart();
  await stage.caughtUp();
}

test('B17-quorum: a large payment waits until enough endpoints confirm it, a small one does not', async () => {
  const large = await ordered('150');
  const small = await ordered('50');
  await payer.payToken(large.attempt.to, dollars('150'));
  await payer.payToken(small.attempt.to, dollars('50'));
  await stage.mine();
  for (const at of [1, 2]) proxy(at).on('reset');
  await mineSlowly(3);
  await stage.invoiceBecomes(small.invoice.id, { status: 'paid' });
  await until(
    async () => (await metric('quittance_network_held_payments', 'network="local"')) === 1,
    'the held payment to be told',
  );
  assert.equal((await stage.getTransaction(large.attempt.id)).status, 'processing');
  await stage.service.says('waits until 2 endpoints confirm it');
  proxy(1).off();
  await mineSlowly(1);
  await until(async () => {
    await stage.anvil.mine();
    return (await stage.getInvoice(large.invoice.id)).status === 'paid';
  }, 'the large payment to be credited');
  const rows = await stage.database.db.query<{ attested_by: string[] | null }>(
    'select attested_by from credits where transaction_id = any($1::uuid[]) order by attested_by nulls last',
    [[large.attempt.id, small.attempt.id]],
  );
  assert.deepEqual(
    rows.map(({ attested_by }) => attested_by),
    [[hostOf(0), hostOf(1)], null],
  );
});

test('S4-W48-lied: one endpoint alone neither proves control nor denies it', async () => {
  const [owner] = stage.anvil.accounts;
  const wallet = await stage.anvil.deploy('OwnedWallet', [owner?.address]);
  const squatter = await stage.shop({ receives: wallet });
  const merchant = await createMerchant(stage.service, { accepts: [['ETH', 'local']], appName: 'Owner' });
  const enter = (signature?: string) =>
    merchant.api.post<Json>('/app-address', {
      app_id: merchant.app.id,
      network: 'local',
      kind: 'address',
      value: wallet,
      ...(signature === undefined ? {} : { signature }),
    });
  const message = (await enter()).body.errors[0].proof_text;
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const signed = `0x${word(1n)}${word(1n)}${word(32n)}${'1626ba7e'.padEnd(64, '0')}`;
  proxy(0).lie('eth_call', (result) => (String(result).length === 258 ? signed : result));
  const forged = await enter(`0x${'11'.repeat(65)}`);
  assert.deepEqual([forged.status, forged.body.errors?.[0].code], [422, 'wrong_signature']);
  proxy(0).lie('eth_call', (result) => (String(result).length === 258 ? signed.replace('1626', 'ffff') : result));
  const signature = await owner?.signMessage({ message });
  assert.ok((await ok<Json>(enter(signature))).proved_at);
  assert.deepEqual(await ok(stage.merchant.api.get('/app-addresses', { query: { app_id: squatter.app.id } })), []);
});

test('B17-invented: an invented payment is never credited, and its endpoint is no longer used', async () => {
  const { invoice, attempt } = await ordered('200');
  const number = (await stage.anvil.blockNumber()) + 1;
  proxy(0).lie('eth_getLogs', inventing(number, attempt.to, dollars('200')));
  // The proved receipts do not contain the payment, so the lie is rejected at every block.
  for (let block = 0; block < 5; block += 1) {
    await stage.anvil.call(stage.token, 'Token.transfer', [newAddress(), 1n]);
    await mineSlowly(1);
  }
  const left = await stage.getTransaction(attempt.id);
  assert.deepEqual([left.status, left.block], ['processing', null]);
  assert.deepEqual((await stage.getInvoice(invoice.id)).status, 'open');
  await isQuarantined(0);
  const doctor = await quittance(stage.service, ['doctor']);
  assert.equal(doctor.code, 1);
  assert.match(
    doctor.stdout,
    new RegExp(`^BAD  network local, ${hostOf(0)}: in quarantine: reported other transfers`, 'm'),
  );
  assert.match(doctor.stdout, new RegExp(`^ok   network local, ${hostOf(1)}: head \\d+, 0 behind the best`, 'm'));
  const asked = proxy(0).calls();
  await mineSlowly(2);
  assert.ok(proxy(0).calls() - asked <= 20, 'only to be compared, not to read from');
  await endQuarantine();
});

/** Adds a payment of the token to each block from this one on. */
function inventing(block: number, to: string, units: bigint): Lie {
  return (result) => {
    const logs = result as { blockNumber: string; topics: string[]; logIndex: string; transactionHash: string }[];
    return logs.flatMap((log) => {
      if (Number(log.blockNumber) < block) return [log];
      const topics = [log.topics[0], pad(payer.address, { size: 32 }), pad(to as `0x${string}`, { size: 32 })];
      const invented = { ...log, topics, data: pad(toHex(units), { size: 32 }) };
      return [log, { ...invented, transactionHash: `0x${'ee'.repeat(32)}`, logIndex: toHex(Number(log.logIndex) + 1) }];
    });
  };
}

test('B17-hidden, B16-partial-index: a payment that one endpoint leaves out is found by the others', async () => {
  const { invoice, attempt } = await ordered('200');
  const number = (await stage.anvil.blockNumber()) + 1;
  // Another transfer of the token in the block, so that the bloom filter alone does not reveal the missing log.
  await stage.anvil.call(stage.token, 'Token.transfer', [newAddress(), 1n]);
  // A contract pays, so that no receipt is read for it either.
  const data = encodeFunctionData({
    abi: contract('Multisend').abi,
    functionName: 'sendTokens',
    args: [stage.token, [attempt.to], [dollars('200')]],
  });
  const { hash } = await payer.call(multisend, data);
  const hiding: Lie = (result) =>
    (result as { transactionHash: string }[]).filter(({ transactionHash }) => transactionHash !== hash);
  proxy(0).lie('eth_getLogs', hiding);
  await mineSlowly(1);
  const found = await stage.transactionBecomes(attempt.id, { hash });
  assert.equal(found.block, number);
  await mineSlowly(4);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await isQuarantined(0);
  await endQuarantine();
});

test('an outgoing transfer that one endpoint leaves out is found by others, and final once enough vouch', async () => {
  const outgoing = await expectTransfers(stage);
  try {
    const to = newAddress();
    const id = await outgoing.expect({ coin: 'USDT on local', to, amount: dollars('5') });
    await stage.anvil.call(stage.token, 'Token.transfer', [newAddress(), 1n]);
    const args = [stage.token, [to], [dollars('5')]];
    const { abi } = contract('Multisend');
    const { hash } = await payer.call(multisend, encodeFunctionData({ abi, functionName: 'sendTokens', args }));
    const hiding: Lie = (result) =>
      (result as { transactionHash: string }[]).filter(({ transactionHash }) => transactionHash !== hash);
    proxy(0).lie('eth_getLogs', hiding);
    await mineSlowly(1);
    await outgoing.becomes(id, 'seen', hash);
    await isQuarantined(0);
    await endQuarantine();
    for (const at of [1, 2]) proxy(at).on('reset');
    await mineSlowly(4);
    const deep = await outgoing.report(id);
    assert.deepEqual([deep.status, deep.confirmations], ['seen', 5], 'deep enough, and one endpoint’s word');
    proxy(1).off();
    await until(async () => {
      await stage.anvil.mine();
      return (await outgoing.report(id)).status === 'final';
    }, 'the outgoing transfer to be final');
    const recorded = await stage.database.db.query('select from transfers where tx_hash = $1', [hash]);
    assert.equal(recorded.length, 0, 'what was corrected is no payment either');
  } finally {
    await outgoing.close();
  }
});

test('a refund that one endpoint invents is never sent', async () => {
  const shop = await stage.shop({ settings: { app_token_may: ['refund'] } });
  const { invoice, attempt } = await ordered('200', shop);
  await payer.payToken(attempt.to, units(attempt.amount, 6));
  await mineSlowly(4);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const to = newAddress();
  const made = await ok<Json>(shop.api.post('/refund', { invoice_id: invoice.id, to, rate_kind: 'locked' }));
  assert.deepEqual([made.status, made.amount], ['ready', '200']);
  proxy(0).lie('eth_getLogs', inventing((await stage.anvil.blockNumber()) + 1, to, dollars('200')));
  for (let block = 0; block < 5; block += 1) {
    await stage.anvil.call(stage.token, 'Token.transfer', [newAddress(), 1n]);
    await mineSlowly(1);
  }
  await isQuarantined(0);
  await mineSlowly(4);
  const left = await ok<Json>(shop.api.get(`/refund/${made.id}`));
  assert.deepEqual([left.status, left.hash, left.refunded], ['ready', null, '0.00']);
  const types = await shop.eventTypes(invoice.id);
  assert.ok(!types.includes('refund.sent') && !types.includes('invoice.refunded'));
  await endQuarantine();
  const { hash } = await payer.payToken(to, dollars('200'));
  await mineSlowly(4);
  await until(async () => {
    await stage.anvil.mine();
    const now = await ok<Json>(shop.api.get(`/refund/${made.id}`));
    return now.status === 'sent' && now.hash === hash;
  }, 'the refund to be sent by the transfer that is there');
});

test('B25-one-endpoint-cannot-undo: an endpoint that lost a paid block reverts nothing', async () => {
  const { invoice, attempt, shop } = await ordered('200');
  await payer.payToken(attempt.to, dollars('200'));
  await mineSlowly(4);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  forkedFrom = (await stage.anvil.blockNumber()) - 3;
  proxy(0).lie('eth_getBlockByNumber', forked);
  await until(
    async () => stage.service.lines.some((line) => line.includes('nothing is reverted until most agree')),
    'the disagreement to be noticed',
  );
  await mineSlowly(3);
  assert.equal((await stage.getInvoice(invoice.id)).status, 'paid');
  assert.ok(!(await shop.events()).some(({ type }) => type === 'invoice.reversed'));
  await endQuarantine();
});

test('B26-minority-fork: while most endpoints name another block than was read, nothing is credited', async () => {
  const { invoice, attempt } = await ordered('50');
  // The other endpoints fork from the first, which is the one that is read.
  forkedFrom = (await stage.anvil.blockNumber()) + 1;
  for (const at of [1, 2]) proxy(at).lie('eth_getBlockByNumber', forked);
  await payer.payToken(attempt.to, dollars('50'));
  await mineSlowly(2);
  await stage.anvil.mine();
  await stage.caughtUp();
  await until(
    async () => (await metric('quittance_network_disputed', 'network="local"')) === 1,
    'the dispute to be told',
  );
  await mineSlowly(2);
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  for (const at of [1, 2]) proxy(at).lie('eth_getBlockByNumber');
  await until(
    async () => (await metric('quittance_network_disputed', 'network="local"')) === 0,
    'the endpoints to agree again',
  );
  await mineSlowly(1);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

/** The same blocks under other hashes, from `forkedFrom` on. */
function forked(result: unknown): unknown {
  const block = result as { number: string; hash: string; parentHash: string } | null;
  if (block === null || Number(block.number) < forkedFrom) return result;
  const parentHash = Number(block.number) === forkedFrom ? block.parentHash : otherHash(block.parentHash);
  return { ...block, hash: otherHash(block.hash), parentHash };
}

function otherHash(hash: string): string {
  return `0x${[...hash.slice(2)].reverse().join('')}`;
}
