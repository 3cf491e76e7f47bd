// Transfers by contracts are found by balances and credited once. A trace reveals the sender, and without traces there
// are other proofs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { type Json, until } from '../rig/client.ts';
import { contract } from '../rig/evm/contracts.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { startUntracedStage, untilInternalTransfers } from '../rig/evm/untraced-network.ts';
import {
  type Customer,
  etherFor,
  newAddress,
  type Sent,
  type Shop,
  type Stage,
  startStage,
  units,
} from '../rig/stage.ts';

const confirmations = 3;
let proxy: FaultProxy;
let stage: Stage;
let shop: Shop;
let relayer: Customer;
let wallet: Hex;
let multisend: Hex;

before(async () => {
  ({ stage, proxy } = await startUntracedStage(confirmations));
  shop = await stage.shop({ receives: 'xpub' });
  relayer = await stage.customer();
  wallet = await stage.anvil.deploy('SmartWallet');
  multisend = await stage.anvil.deploy('Multisend');
  await stage.anvil.setBalance(wallet, 10n ** 22n);
  await stage.mine();
  await untilInternalTransfers(stage, 'one_time_addresses');
});

after(async () => {
  await stage?.close();
  await proxy?.stop();
});

interface Asked {
  readonly invoice: Json;
  readonly attempt: Json;
}

/** An invoice over 100 USD with a transaction that the customer pays through the wallet contract. */
async function ask(at: Shop = shop): Promise<Asked> {
  const invoice = await at.invoice('100.00');
  return { invoice, attempt: await stage.attempt(invoice, wallet) };
}

/** The wallet contract pays, signed by the relayer; it is mined with the next block. */
function payInternally(to: Hex, value: bigint): Promise<Sent> {
  return relayer.call(
    wallet,
    encodeFunctionData({ abi: contract('SmartWallet').abi, functionName: 'pay', args: [to, value] }),
  );
}

async function isPaidOnce({ invoice, attempt }: Asked, hash: Hex): Promise<void> {
  const paid = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.deepEqual([paid.hash, paid.received_amount], [hash, attempt.amount]);
  const now = await stage.getInvoice(invoice.id);
  assert.deepEqual([now.status, now.paid, now.pending, now.exceptions], ['paid', '100.00', '0.00', []]);
  assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
}

async function isLookedFor({ attempt }: Asked, hash: Hex): Promise<Json> {
  return stage.transactionBecomes(attempt.id, { hash });
}

test('A14-batch-by-balance: three payments in one transaction are each credited once, with its hash', async () => {
  const asked = [await ask(), await ask(), await ask()];
  const to = asked.map(({ attempt }) => attempt.to);
  const values = asked.map(({ attempt }) => units(attempt.amount, 18));
  const data = encodeFunctionData({ abi: contract('Multisend').abi, functionName: 'sendNative', args: [to, values] });
  const { hash } = await relayer.call(
    multisend,
    data,
    values.reduce((sum, value) => sum + value, 0n),
  );
  await stage.mine();
  for (const one of asked) await isLookedFor(one, hash);
  await stage.mine(confirmations);
  for (const one of asked) await isPaidOnce(one, hash);
  const told = (await shop.events())
    .filter(({ type }) => type === 'transaction.succeeded')
    .map(({ data }) => data.hash);
  assert.deepEqual(told.slice(-3), [hash, hash, hash]);
});

test('A14-same-block: a direct payment and one through a contract in one block count once each', async () => {
  const { invoice, attempt } = await ask();
  const customer = await stage.customer();
  const direct = await customer.pay(attempt.to, etherFor('60.00'));
  const inner = await payInternally(attempt.to, etherFor('40.00'));
  await stage.mine();
  await until(async () => (await stage.transactionsOf(invoice.id)).length === 2, 'both to be seen');
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
  const parts = (await stage.transactionsOf(invoice.id)).map((one): [Hex, string] => [one.hash, one.received_amount]);
  assert.deepEqual(
    new Map(parts),
    new Map([
      [direct.hash, '0.03'],
      [inner.hash, '0.02'],
    ]),
  );
});

test('A14-found-late: after an outage of many blocks, the payment is found in its own block', async () => {
  const asked = await ask();
  await stage.crash();
  await stage.anvil.mine(70);
  const { hash } = await payInternally(asked.attempt.to, units(asked.attempt.amount, 18));
  await stage.anvil.mine();
  const block = await stage.anvil.blockNumber();
  await stage.anvil.mine(130);
  await stage.service.restart();
  await isPaidOnce(asked, hash);
  assert.equal((await stage.getTransaction(asked.attempt.id)).block, block);
});

test('A14-killed-before-the-look: the next process compares the balances of blocks that were missed', async () => {
  const asked = await ask();
  proxy.on('reset', { method: 'eth_getBalance' });
  const { hash } = await payInternally(asked.attempt.to, units(asked.attempt.amount, 18));
  await stage.mine(2);
  assert.equal((await stage.getTransaction(asked.attempt.id)).hash, null, 'blocks are read all the same');
  await stage.crash();
  proxy.off('reset');
  await stage.service.restart();
  await isLookedFor(asked, hash);
  await stage.mine(confirmations);
  await isPaidOnce(asked, hash);
});

test('A14-B2-re-mined: a payment that a reorg removed is reverted, and found again when it is mined', async () => {
  const asked = await ask();
  const { hash, raw } = await payInternally(asked.attempt.to, units(asked.attempt.amount, 18));
  await stage.mine();
  const { block } = await isLookedFor(asked, hash);
  await stage.mine();
  await stage.anvil.reorg(2);
  await stage.caughtUp();
  await stage.transactionBecomes(asked.attempt.id, { block: null });
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.mine();
  assert.ok((await stage.transactionBecomes(asked.attempt.id, { hash, block: block + 2 })).received_amount);
  await stage.mine(confirmations);
  await isPaidOnce(asked, hash);
});

test('A8-A15-no-sender: growth of a balance without a chain transaction is not credited', async () => {
  const { invoice, attempt } = await ask();
  await stage.anvil.setBalance(attempt.to, units(attempt.amount, 18));
  await stage.mine(2);
  await until(() => stage.service.lines.some((line) => isWarnedOf(line, attempt.to)), 'the growth to be told of');
  const now = await stage.getInvoice(invoice.id);
  assert.deepEqual([now.status, now.paid, now.pending], ['open', '0.00', '0.00']);
});

function isWarnedOf(line: string, address: string): boolean {
  return line.includes('through an unknown chain transaction') && line.includes(address.toLowerCase());
}

test('A19-several-name-it: if two transactions may have paid, nothing is credited until a claim decides', async () => {
  const asked = await ask();
  const { attempt } = asked;
  const paying = await payInternally(attempt.to, units(attempt.amount, 18));
  const naming = await relayer.call(
    stage.token,
    encodeFunctionData({ abi: contract('Token').abi, functionName: 'approve', args: [attempt.to, 1n] }),
  );
  await stage.mine();
  await until(() => stage.service.lines.some((line) => isWarnedOf(line, attempt.to)), 'the doubt to be told of');
  assert.equal((await stage.getTransaction(attempt.id)).hash, null);
  const claim = (hash: Hex) => stage.anyone.post<Json>(`/transaction/${attempt.id}/claim`, { hash });
  const taken = await claim(paying.hash);
  assert.deepEqual([taken.status, taken.body.hash, taken.body.received_amount], [200, paying.hash, attempt.amount]);
  const refused = await claim(naming.hash);
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'pays_nothing_here']);
  await stage.mine(confirmations + 1);
  await isPaidOnce(asked, paying.hash);
});

test('A14-shared-address: the balance of a shared address is never read, and does not support a claim', async () => {
  const shared = newAddress();
  const elsewhere = await stage.shop({ receives: shared });
  const asked = [await ask(elsewhere), await ask()] as [Asked, Asked];
  assert.deepEqual(
    asked.map(({ attempt }) => attempt.network.internal_transfers),
    ['direct_only', 'one_time_addresses'],
  );
  const looked = new Set<unknown>();
  proxy.lie('eth_getBalance', (result, [address]) => {
    looked.add(address);
    return result;
  });
  const { hash } = await payInternally(shared, units(asked[0].attempt.amount, 18));
  const once = await payInternally(asked[1].attempt.to, units(asked[1].attempt.amount, 18));
  await stage.mine();
  await isLookedFor(asked[1], once.hash);
  const refused = await stage.anyone.post<Json>(`/transaction/${asked[0].attempt.id}/claim`, { hash });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'pays_nothing_here']);
  await stage.mine(confirmations);
  assert.equal((await stage.getInvoice(asked[0].invoice.id)).paid, '0.00');
  assert.deepEqual([looked.has(asked[1].attempt.to.toLowerCase()), looked.has(shared.toLowerCase())], [true, false]);
  proxy.lie('eth_getBalance');
});

test('A19-traced-later: a payment found by balances is the same payment in a later trace', async () => {
  const asked = await ask();
  const { hash, raw } = await payInternally(asked.attempt.to, units(asked.attempt.amount, 18));
  await stage.mine();
  await isLookedFor(asked, hash);
  await stage.crash();
  proxy.off('no_traces');
  await stage.service.restart();
  await untilInternalTransfers(stage, 'traced');
  await stage.anvil.reorg(1, [[raw, 0]]);
  await stage.mine(confirmations);
  await isPaidOnce(asked, hash);
  const rows = await stage.database.db.query('select position, block from transfers where tx_hash = $1', [hash]);
  assert.deepEqual(
    rows.map(({ position }) => position),
    [`balance:${asked.attempt.to.toLowerCase()}`],
  );
  // The reverse order: first found by a trace, and then by balances.
  const next = await ask();
  const second = await payInternally(next.attempt.to, units(next.attempt.amount, 18));
  await stage.mine();
  await isLookedFor(next, second.hash);
  await stage.crash();
  proxy.on('no_traces');
  await stage.service.restart();
  await untilInternalTransfers(stage, 'one_time_addresses');
  await stage.anvil.reorg(1, [[second.raw, 0]]);
  await stage.mine(confirmations);
  await isPaidOnce(next, second.hash);
});

test('S13-slow-traces: while a trace hangs payments are credited, and the traced one after it', async () => {
  await stage.crash();
  proxy.off('no_traces');
  await stage.service.restart();
  await untilInternalTransfers(stage, 'traced');
  const customer = await stage.customer();
  const direct = await stage.attempt(await shop.invoice('50.00'), customer.address);
  proxy.on('half_open', { method: 'debug_traceBlockByHash' });
  const asked = await ask();
  const inner = await payInternally(asked.attempt.to, units(asked.attempt.amount, 18));
  await stage.mine();
  await until(() => proxy.fired('half_open') > 0, 'the trace to hang');
  await customer.pay(direct.to, units(direct.amount, 18));
  await stage.mine(confirmations);
  await stage.transactionBecomes(direct.id, { status: 'success' });
  assert.equal((await stage.getTransaction(asked.attempt.id)).hash, null, 'it still hangs');
  await isPaidOnce(asked, inner.hash);
  proxy.off('half_open');
  // A payment to a fixed address needs a trace, since a balance cannot show its transaction.
  const elsewhere = await stage.shop({ receives: newAddress() });
  const fixed = await ask(elsewhere);
  const { hash } = await payInternally(fixed.attempt.to, units(fixed.attempt.amount, 18));
  await stage.mine(confirmations);
  await isPaidOnce(fixed, hash);
  await stage.crash();
  proxy.on('no_traces');
  await stage.service.restart();
  await untilInternalTransfers(stage, 'one_time_addresses');
});

test('A14-no-state: with only the newest balances, all direct payments are found, and no others', async () => {
  const asked = await ask();
  await stage.crash();
  proxy.on('no_old_state');
  await stage.service.restart();
  await untilInternalTransfers(stage, 'direct_only');
  const inner = await payInternally(asked.attempt.to, etherFor('100.00'));
  const customer = await stage.customer();
  const direct = await stage.attempt(await shop.invoice('50.00'), customer.address);
  await customer.pay(direct.to, units(direct.amount, 18));
  await stage.mine(confirmations);
  await stage.transactionBecomes(direct.id, { status: 'success' });
  assert.equal((await stage.getTransaction(asked.attempt.id)).hash, null);
  // The old state is available again, so the earlier payments must still be found.
  await stage.crash();
  proxy.off('no_old_state');
  await stage.service.restart();
  await isPaidOnce(asked, inner.hash);
});

test('B17-quorum-by-balance: endpoints confirm by their own balances, and none counts as an outlier', async () => {
  const two: FaultProxy[] = [];
  const quorum = await startStage({
    confirmations,
    network: async ({ url }) => {
      two.push(await startFaultProxy(url), await startFaultProxy(url));
      for (const one of two) one.on('no_traces');
      return { rpc: two.map((one) => one.url), quorum: { endpoints: 2, from: '10' } };
    },
  });
  try {
    const payers = await quorum.anvil.deploy('SmartWallet');
    await quorum.anvil.setBalance(payers, 10n ** 22n);
    const at = await quorum.shop({ receives: 'xpub' });
    const attempt = await quorum.attempt(await at.invoice('100.00'), payers);
    await quorum.mine();
    const hash = await quorum.anvil.call(payers, 'SmartWallet.pay', [attempt.to, units(attempt.amount, 18)]);
    await quorum.mine();
    await quorum.transactionBecomes(attempt.id, { hash });
    await until(async () => {
      await quorum.anvil.mine();
      return (await quorum.getTransaction(attempt.id)).status === 'success';
    }, 'the endpoints to vouch for it');
    const [credit] = await quorum.database.db.query<{ attested_by: string[] }>('select attested_by from credits');
    assert.deepEqual(credit?.attested_by.length, 2);
    await quorum.mine(2);
    await quorum.rounds(20);
    const said = quorum.service.lines.filter((line) =>
      /correcting a block|(?:has|have) (?:other|different) transfers/.test(line),
    );
    assert.deepEqual(said, []);
  } finally {
    await quorum.close();
    await Promise.all(two.map((one) => one.stop()));
  }
});
