// Transfers of native coin by contracts are found in traces, in both formats that nodes support. Each is reported once,
// and only if it was not reverted.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { encodeFunctionData, getContractAddress, type Hex, keccak256 } from 'viem';
import type { Transfer } from '../../../src/core/payment/transfer.ts';
import { ChainFault, type InternalTransferQuery, type InternalTransfers } from '../../../src/io/chains/chain.ts';
import { type EvmChain, type EvmOptions, evmChain } from '../../../src/io/chains/evm/chain.ts';
import { until } from '../../rig/client.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { contract } from '../../rig/evm/contracts.ts';
import { type FaultProxy, startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import type { FaultName } from '../../rig/evm/faults.ts';
import { scanOutcome, scanTransfers, someAddress } from '../../rig/evm/scanning.ts';

let anvil: Anvil;
let payer: string;
let wallet: Hex;
let maker: Hex;
let multisend: Hex;
let forwarder: Hex;
let shop: Hex;
let shops = 0;
const proxies: FaultProxy[] = [];

before(async () => {
  anvil = await startAnvil();
  payer = (anvil.accounts[0]?.address as string).toLowerCase();
  wallet = await anvil.deploy('SmartWallet');
  maker = await anvil.deploy('Maker');
  multisend = await anvil.deploy('Multisend');
  forwarder = await anvil.deploy('Forwarder');
  await anvil.setBalance(wallet, 10n ** 20n);
});

after(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await anvil.stop();
});

async function proxyTo(fault: FaultName): Promise<FaultProxy> {
  const proxy = await startFaultProxy(anvil.url);
  proxies.push(proxy);
  proxy.on(fault);
  return proxy;
}

beforeEach(() => {
  shops += 1;
  shop = someAddress(shops);
});

function chainOf(options: Partial<EvmOptions> = {}) {
  return evmChain({
    symbol: 'local',
    chainId: anvil.chainId,
    endpoints: [anvil.url],
    contracts: [],
    traces: 'auto',
    ...options,
  });
}

/** Mines, and reads the block in both trace formats and by hash. All results must be equal. */
async function mineAndScan(watching: readonly string[] = [shop]): Promise<Transfer[]> {
  await anvil.mine();
  const head = await anvil.blockNumber();
  const proxy = await proxyTo('no_debug');
  const told: Transfer[][] = [];
  for (const endpoint of [anvil.url, proxy.url]) {
    const chain = chainOf({ endpoints: [endpoint], traces: 'on' });
    const watched = chain.watch();
    for (const address of watching) watched.add(address);
    const transfers = await scanTransfers(chain, head, head, watched);
    await until(() => chain.internalTransfers?.() === 'traced', 'the chain to know that it is traced');
    for (const hash of new Set(transfers.map(({ txHash }) => txHash)))
      assert.deepEqual(
        (await chain.transfersIn(hash, watched))?.transfers,
        transfers.filter(({ txHash }) => txHash === hash),
      );
    told.push(transfers);
    await chain.close();
  }
  assert.deepEqual(told[1], told[0]);
  return told[0] as Transfer[];
}

test('A14-smart-wallet: a contract that pays from its own balance is the sender of a transfer', async () => {
  const relayer = anvil.accounts[3]?.address as Hex;
  const txHash = await anvil.call(wallet, 'SmartWallet.pay', [shop, 5n], { from: relayer });
  assert.deepEqual(await mineAndScan(), [transfer(txHash, { sender: wallet, amount: 5n })]);
});

test('A14-batch: value that came with the chain transaction and was passed on is paid by its signer', async () => {
  const values = [shop, someAddress(9_001), shop].map((to, at) => [to, BigInt(at + 1)] as const);
  const args = [values.map(([to]) => to), values.map(([, value]) => value)];
  const txHash = await anvil.call(multisend, 'Multisend.sendNative', args, { value: 6n });
  assert.deepEqual(await mineAndScan(), [
    transfer(txHash, { sender: payer, amount: 1n }),
    transfer(txHash, { sender: payer, amount: 3n, position: 'trace:2' }),
  ]);
});

test('A2-inner-call-reverted: value below a failed call is returned, even without errors below it', async () => {
  await anvil.call(forwarder, 'Forwarder.swallow', [shop], { value: 50n });
  const txHash = await anvil.call(wallet, 'SmartWallet.payAndUndo', [shop, 1_000n, 7n], { gas: 1_000_000n });
  const transfers = await mineAndScan();
  assert.deepEqual(transfers, [
    transfer(txHash, { sender: wallet, amount: 7n }),
    transfer(txHash, { sender: wallet, amount: 7n, position: 'trace:1' }),
  ]);
  assert.equal(BigInt(await anvil.rpc<Hex>('eth_getBalance', [shop, 'latest'])), 14n);
});

test('what failed as a whole moved nothing inside', async () => {
  await anvil.call(forwarder, 'Forwarder.forwardThenRevert', [shop], { value: 50n });
  await anvil.call(wallet, 'SmartWallet.pay', [shop, 10n ** 30n]);
  assert.deepEqual(await mineAndScan(), []);
});

test("borrowed code moves its borrower's value, once", async () => {
  const other = await anvil.deploy('SmartWallet');
  const txHash = await anvil.call(wallet, 'SmartWallet.payByDelegate', [other, shop, 9n]);
  assert.deepEqual(await mineAndScan([shop, other]), [transfer(txHash, { sender: wallet, amount: 9n })]);
});

test('a contract that is made with value at a watched address was paid', async () => {
  const salt = keccak256('0x01');
  const { bytecode } = contract('Vault');
  const vault = getContractAddress({ opcode: 'CREATE2', from: maker, salt, bytecode }).toLowerCase();
  const txHash = await anvil.call(maker, 'Maker.vaultAt', [salt], { value: 11n, gas: 1_000_000n });
  assert.deepEqual(await mineAndScan([vault]), [transfer(txHash, { sender: payer, recipient: vault, amount: 11n })]);
  const from = anvil.accounts[5]?.address as Hex;
  const made = getContractAddress({ from, nonce: 0n }).toLowerCase();
  const direct = await anvil.send({ from, data: bytecode, value: 12n, gas: 1_000_000n });
  assert.deepEqual(await mineAndScan([made]), [
    transfer(direct, { sender: from.toLowerCase(), recipient: made, amount: 12n }),
  ]);
});

test('A15-selfdestruct: coins of a destroyed contract are reported, and held', async () => {
  const txHash = await anvil.call(maker, 'Maker.doomedTo', [shop], { value: 13n, gas: 1_000_000n });
  const transfers = await mineAndScan();
  assert.equal(transfers.length, 1);
  assert.deepEqual(transfers[0], {
    ...transfer(txHash, { sender: payer, amount: 13n, position: 'trace:1' }),
    held: 'selfdestruct',
  });
});

test('A15-withdrawal: growth of a balance without a call is no transfer', async () => {
  await anvil.setBalance(shop, 10n ** 18n);
  assert.deepEqual(await mineAndScan(), []);
});

test('A19-once: a direct payment is not reported again by its trace', async () => {
  const txHash = await anvil.send({ to: shop, value: 3n });
  const code = await anvil.send({ to: wallet, value: 4n, gas: 100_000n });
  assert.deepEqual(await mineAndScan([shop, wallet]), [
    transfer(txHash, { sender: payer, amount: 3n, position: 'native' }),
    transfer(code, { sender: payer, recipient: wallet, amount: 4n, position: 'native' }),
  ]);
});

test('A20-native-logs: value that EIP-7708 logs as a Transfer is counted once, and not as a token', async () => {
  const system = '0xfffffffffffffffffffffffffffffffffffffffe';
  const double = await anvil.deploy('LookAlikeToken', ['', '', 18]);
  await anvil.rpc('anvil_setCode', [system, await anvil.rpc('eth_getCode', [double, 'latest'])]);
  const txHash = await anvil.call(wallet, 'SmartWallet.pay', [shop, 15n]);
  await anvil.call(system, 'LookAlikeToken.forge', [wallet, shop, 15n]);
  assert.deepEqual(await mineAndScan(), [transfer(txHash, { sender: wallet, amount: 15n })]);
  assert.throws(() => chainOf({ contracts: [{ address: system }] }), /stands for the native coin/);
});

test('a transfer keeps its place when its chain transaction is mined again in another block (B2)', async () => {
  const account = anvil.accounts[6];
  assert.ok(account);
  const data = encodeFunctionData({ abi: contract('SmartWallet').abi, functionName: 'pay', args: [shop, 21n] });
  const terms = { chainId: anvil.chainId, type: 'eip1559', nonce: 0, to: wallet, data, gas: 200_000n } as const;
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
  const raw = await account.signTransaction({ ...terms, ...fees });
  await anvil.rpc('eth_sendRawTransaction', [raw]);
  const before = await mineAndScan();
  await anvil.reorg(1, [[raw, 0]]);
  await anvil.mine();
  const height = await anvil.blockNumber();
  const chain = chainOf({ traces: 'on' });
  const watched = chain.watch();
  watched.add(shop);
  assert.deepEqual(await scanTransfers(chain, height - 1, height, watched), before);
  assert.equal(before.length, 1);
  await chain.close();
});

test('without traces, balances are asked; `on` reads nothing then', async () => {
  const proxy = await proxyTo('no_traces');
  await anvil.call(wallet, 'SmartWallet.pay', [shop, 5n]);
  const txHash = await anvil.send({ to: shop, value: 6n });
  await anvil.mine();
  const outcomes = await scanHead('auto', proxy.url);
  assert.deepEqual(
    [outcomes.transfers, outcomes.sight],
    [[transfer(txHash, { sender: payer, amount: 6n, position: 'native' })], 'one_time_addresses'],
  );
  const strict = await scanHead('on', proxy.url);
  assert.ok(
    strict.fault instanceof ChainFault && strict.fault.retryable && /asks for traces/.test(strict.fault.message),
  );
});

test('where the state of a block is gone, `on` waits for an endpoint that has it', async () => {
  const proxy = await proxyTo('no_old_state');
  await anvil.call(wallet, 'SmartWallet.pay', [shop, 5n]);
  await anvil.mine();
  const strict = await scanHead('on', proxy.url);
  assert.ok(strict.fault instanceof ChainFault && strict.fault.retryable);
  proxy.off();
  assert.equal((await scanHead('on', proxy.url)).transfers.length, 1);
});

/** The internal transfers to the shop in the newest block, once no trace request is pending. */
async function askedBeside(chain: EvmChain, more: Partial<InternalTransferQuery> = {}): Promise<InternalTransfers> {
  const number = await anvil.blockNumber();
  const { signal } = new AbortController();
  const query = { number, claims: new Map([[shop, []]]), ...more };
  return until(async () => {
    const found = await chain.balances?.internalTransfers(query, signal);
    return found != null && found.postponed.length === 0 ? found : null;
  }, 'the trace to be there');
}

test('S13-beside: a scan never traces; if a balance rose, one trace of that block names the payer', async () => {
  const proxy = await startFaultProxy(anvil.url);
  proxies.push(proxy);
  const chain = chainOf({ endpoints: [proxy.url] });
  const txHash = await anvil.call(wallet, 'SmartWallet.pay', [shop, 5n]);
  const ended = await anvil.call(maker, 'Maker.doomedTo', [shop], { value: 13n, gas: 1_000_000n });
  await anvil.mine();
  const watched = chain.watch();
  watched.add(shop);
  const head = await anvil.blockNumber();
  assert.deepEqual(await scanTransfers(chain, head, head, watched), []);
  assert.equal(proxy.calls('debug_traceBlockByHash'), 0);
  await until(() => chain.internalTransfers?.() === 'traced', 'the chain to know that it is traced');
  const { transfers, unclear } = await askedBeside(chain);
  const last = { sender: payer, amount: 13n, position: 'trace:1', held: 'selfdestruct' } as const;
  assert.deepEqual(transfers, [transfer(txHash, { sender: wallet, amount: 5n }), transfer(ended, last)]);
  assert.deepEqual([unclear, proxy.calls('debug_traceBlockByHash')], [[], 1]);
  // A trace alone is not trusted: an amount above the rise of the balance is ignored.
  const more = { to: shop, from: wallet, value: '0x63', type: 'CALL' };
  proxy.lie('debug_traceBlockByHash', (result) =>
    (result as { result: { calls: object[] } }[]).map((one) => ({ ...one, result: { ...one.result, calls: [more] } })),
  );
  const lied = chainOf({ endpoints: [proxy.url] });
  await until(() => lied.internalTransfers?.() === 'traced', 'the chain to know that it is traced');
  const held = (await askedBeside(lied)).transfers.map((one) => one.held);
  assert.deepEqual(held, ['unproved_call', 'unproved_call']);
  await Promise.all([chain.close(), lied.close()]);
});

test('S13-hanging: while traces hang, every block is read, and balances show payments soon after', async () => {
  const proxy = await startFaultProxy(anvil.url);
  proxies.push(proxy);
  const chain = chainOf({ endpoints: [proxy.url], traceMillis: 3_000 });
  await until(() => chain.internalTransfers?.() === 'traced', 'the chain to know that it is traced');
  proxy.on('half_open', { method: 'debug_traceBlockByHash' });
  const txHash = await anvil.call(wallet, 'SmartWallet.pay', [shop, 5n]);
  const direct = await anvil.send({ to: someAddress(9_100), value: 6n });
  await anvil.mine();
  const head = await anvil.blockNumber();
  const watched = chain.watch();
  for (const address of [shop, someAddress(9_100)]) watched.add(address);
  const asked = chain.balances?.internalTransfers({ number: head, claims: new Map([[shop, []]]) }, stop.signal);
  assert.deepEqual((await asked)?.postponed, [shop]);
  assert.deepEqual(
    (await scanTransfers(chain, head, head, watched)).map((one) => one.txHash),
    [direct],
  );
  const [byBalance, ...others] = (await askedBeside(chain)).transfers;
  assert.deepEqual(
    [byBalance, others],
    [transfer(txHash, { sender: null, amount: 5n, position: `balance:${shop}` }), []],
  );
  // Balances cannot attribute payments to a shared address, so none is returned.
  const { transfers, unclear } = await askedBeside(chain, { shared: new Set([shop]) });
  assert.deepEqual([transfers, unclear], [[], [{ address: shop, amount: 5n, namedBy: [] }]]);
  assert.equal(proxy.fired('half_open'), 1, 'a trace that hung is not asked for again');
  assert.deepEqual(
    chain.endpoints?.health.map((one) => one.reason),
    [null],
  );
  await chain.close();
});

test('S13-broken: endpoints whose traces all hang count as endpoints without traces', async () => {
  const proxy = await startFaultProxy(anvil.url);
  proxies.push(proxy);
  proxy.on('half_open', { method: 'debug_traceBlockByNumber' });
  const chain = chainOf({ endpoints: [proxy.url], traceMillis: 3_000 });
  await until(() => chain.internalTransfers?.() === 'traced', 'another way to trace to be found');
  await chain.close();
  proxy.on('no_traces', { method: 'trace_block' });
  const other = chainOf({ endpoints: [proxy.url], traceMillis: 3_000 });
  await until(() => other.internalTransfers?.() === 'one_time_addresses', 'balances to be left');
  await other.close();
});

const stop = new AbortController();

async function scanHead(traces: 'auto' | 'on', url: string, log: (message: string) => void = () => {}) {
  const chain = chainOf({ endpoints: [url], traces, log });
  const watched = chain.watch();
  watched.add(shop);
  const head = await anvil.blockNumber();
  const { blocks, fault } = await scanOutcome(chain, head, head, watched);
  await until(() => traces === 'on' || chain.internalTransfers?.() !== null, 'the chain to know what it sees');
  const sight = chain.internalTransfers?.();
  await chain.close();
  return { transfers: blocks.flatMap((block) => block.transfers), fault, sight };
}

function transfer(txHash: string, more: Partial<Transfer>): Transfer {
  const usual = { position: 'trace:0', contract: '', sender: null, recipient: shop, amount: 0n, succeeded: true };
  return { txHash, ...usual, ...more };
}
