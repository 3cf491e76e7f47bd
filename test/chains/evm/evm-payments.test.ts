// An EVM scan on a real node: the payments that it must find, with their amounts, and the transfers that it must
// ignore.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import type { Transfer } from '../../../src/core/payment/transfer.ts';
import { evmWalletCodec } from '../../../src/io/chains/accounts/wallets/wallet-codecs.ts';
import type { Chain, OwnPayment, WatchedSet } from '../../../src/io/chains/chain.ts';
import type { Refusal } from '../../../src/io/chains/codec.ts';
import { evmChain } from '../../../src/io/chains/evm/chain.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { scanTransfers, someAddress } from '../../rig/evm/scanning.ts';

let anvil: Anvil;
let payer: string;
let token: Hex;
let quiet: Hex;
let falseToken: Hex;
let feeToken: Hex;
let multisend: Hex;
let forwarder: Hex;
let lookAlike: Hex;
let chain: Chain;
let watched: WatchedSet;
let shop: Hex;
let shops = 0;

before(async () => {
  anvil = await startAnvil();
  payer = (anvil.accounts[0]?.address as string).toLowerCase();
  token = await anvil.deployToken({ symbol: 'USDT' });
  quiet = await anvil.deploy('QuietToken');
  falseToken = await anvil.deploy('FalseToken');
  feeToken = await anvil.deploy('FeeToken');
  multisend = await anvil.deploy('Multisend');
  forwarder = await anvil.deploy('Forwarder');
  lookAlike = await anvil.deploy('LookAlikeToken', ['Tether USD', 'USDT', 6]);
  await anvil.call(token, 'Token.approve', [multisend, 10n ** 30n]);
  await anvil.mine();
  const contracts = [token.toUpperCase().replace('0X', '0x'), quiet, falseToken, feeToken].map((address) => ({
    address,
  }));
  chain = evmChain({ symbol: 'local', chainId: anvil.chainId, endpoints: [anvil.url], contracts });
});

after(async () => {
  await chain.close();
  await anvil.stop();
});

beforeEach(() => {
  shops += 1;
  shop = someAddress(shops);
  watched = chain.watch();
  watched.add(shop);
});

/** Mines the pending transactions and returns the transfers of that block. */
async function mineAndScan(): Promise<Transfer[]> {
  await anvil.mine();
  const head = await anvil.blockNumber();
  return scanTransfers(chain, head, head, watched);
}

test('a native payment is a transfer of its value', async () => {
  const txHash = await anvil.send({ to: shop, value: 1_234_567_890_123_456_789n });
  assert.deepEqual(await mineAndScan(), [
    {
      txHash,
      position: 'native',
      contract: '',
      sender: payer,
      recipient: shop,
      amount: 1_234_567_890_123_456_789n,
      succeeded: true,
    },
  ]);
});

test('a token payment is a transfer of the amount in its event', async () => {
  const txHash = await anvil.call(token, 'Token.transfer', [shop, 1_500_000n]);
  assert.deepEqual(await mineAndScan(), [
    {
      txHash,
      position: `${token}:0`,
      contract: token,
      sender: payer,
      recipient: shop,
      amount: 1_500_000n,
      succeeded: true,
    },
  ]);
});

test('a token without a return value pays like any other (A9)', async () => {
  await anvil.call(quiet, 'QuietToken.transfer', [shop, 7n]);
  const [transfer] = await mineAndScan();
  assert.equal(transfer?.amount, 7n);
  assert.equal(transfer?.succeeded, true);
});

test('a payment by transferFrom names the account that paid, not the one that sent it', async () => {
  const owner = anvil.accounts[1]?.address as Hex;
  await anvil.call(token, 'Token.transfer', [owner, 100n]);
  await anvil.call(token, 'Token.approve', [payer, 100n], { from: owner });
  await anvil.call(token, 'Token.transferFrom', [owner, shop, 40n]);
  const transfers = await mineAndScan();
  assert.deepEqual(
    transfers.map(({ sender, amount }) => ({ sender, amount })),
    [{ sender: owner.toLowerCase(), amount: 40n }],
  );
});

test('a token of the same name is another token, even with a known sender forged into its event (A4, A5)', async () => {
  await anvil.call(lookAlike, 'LookAlikeToken.transfer', [shop, 1_000_000n]);
  await anvil.call(lookAlike, 'LookAlikeToken.forge', [payer, shop, 1_000_000n]);
  assert.deepEqual(await mineAndScan(), []);
});

test('a collectible with the same event is no payment', async () => {
  const collectible = await anvil.deploy('Collectible');
  const listed = evmChain({
    symbol: 'local',
    chainId: anvil.chainId,
    endpoints: [anvil.url],
    contracts: [{ address: collectible }],
  });
  const set = listed.watch();
  set.add(shop);
  await anvil.call(collectible, 'Collectible.give', [shop, 5n]);
  await anvil.mine();
  const head = await anvil.blockNumber();
  assert.deepEqual(await scanTransfers(listed, head, head, set), []);
  await listed.close();
});

test('a transfer of nothing is no payment, whoever is named in it (A12)', async () => {
  const stranger = anvil.accounts[2]?.address as Hex;
  await anvil.call(token, 'Token.transferFrom', [payer, shop, 0n], { from: stranger });
  await anvil.call(token, 'Token.transfer', [shop, 0n], { from: stranger });
  await anvil.send({ to: shop, value: 0n });
  assert.deepEqual(await mineAndScan(), []);
});

test('an approval is no payment (A11)', async () => {
  await anvil.call(token, 'Token.approve', [shop, 10n ** 12n]);
  assert.deepEqual(await mineAndScan(), []);
});

test('a token call that fails is told as failed, with its signer as the sender (A1)', async () => {
  const poor = anvil.accounts[3]?.address as Hex;
  const byTransfer = await anvil.call(token, 'Token.transfer', [shop, 5n], { from: poor });
  // The account in `from` did not take part, and could be any account.
  const byTransferFrom = await anvil.call(token, 'Token.transferFrom', [payer, shop, 6n], { from: poor });
  const failed = {
    position: `${token}:0`,
    contract: token,
    sender: poor.toLowerCase(),
    recipient: shop,
    succeeded: false,
  };
  assert.deepEqual(await mineAndScan(), [
    { txHash: byTransfer, amount: 5n, ...failed },
    { txHash: byTransferFrom, amount: 6n, ...failed },
  ]);
});

test('a token that answers false has moved nothing and failed nothing (A6)', async () => {
  await anvil.call(falseToken, 'FalseToken.transfer', [shop, 5n]);
  assert.deepEqual(await mineAndScan(), []);
});

test('a native payment that fails is told as failed (A1)', async () => {
  watched.add(forwarder);
  const txHash = await anvil.send({ to: forwarder, value: 9n, gas: 100_000n });
  assert.deepEqual(await mineAndScan(), [
    { txHash, position: 'native', contract: '', sender: payer, recipient: forwarder, amount: 9n, succeeded: false },
  ]);
});

test('value in an inner call that is taken back is not seen, though the outer call succeeds (A2)', async () => {
  await anvil.call(forwarder, 'Forwarder.swallow', [shop], { value: 50n });
  await anvil.call(forwarder, 'Forwarder.swallowToken', [token, payer, shop, 10n ** 40n]);
  assert.deepEqual(await mineAndScan(), []);
});

test('two events to one address in one chain transaction are two transfers with own positions (A16)', async () => {
  const others = [someAddress(9001), someAddress(9002)];
  await anvil.call(multisend, 'Multisend.sendTokens', [token, [others[0], shop, others[1], shop], [1n, 2n, 3n, 4n]]);
  await anvil.call(token, 'Token.transfer', [shop, 5n]);
  const transfers = await mineAndScan();
  assert.deepEqual(
    transfers.map(({ position, amount }) => ({ position, amount })),
    [
      { position: `${token}:1`, amount: 2n },
      { position: `${token}:3`, amount: 4n },
      { position: `${token}:0`, amount: 5n },
    ],
  );
});

test('one chain transaction may pay fifty invoices (A17)', async () => {
  const recipients = Array.from({ length: 50 }, (_, at) => someAddress(2_000 + at));
  for (const recipient of recipients) watched.add(recipient);
  const amounts = recipients.map((_, at) => BigInt(at + 1));
  await anvil.call(multisend, 'Multisend.sendTokens', [token, recipients, amounts], { gas: 5_000_000n });
  const transfers = await mineAndScan();
  assert.deepEqual(
    transfers.map(({ recipient, amount }) => [recipient, amount]),
    recipients.map((recipient, at) => [recipient, amounts[at]]),
  );
  assert.equal(new Set(transfers.map(({ position }) => position)).size, 50);
});

test('a transfer keeps its place when its chain transaction is mined again in another block (B2)', async () => {
  const account = anvil.accounts[4];
  assert.ok(account);
  await anvil.mine();
  const height = await anvil.blockNumber();
  const raw = await account.signTransaction({
    chainId: anvil.chainId,
    type: 'eip1559',
    nonce: 0,
    to: shop,
    value: 77n,
    gas: 60_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
  });
  await anvil.rpc('eth_sendRawTransaction', [raw]);
  await anvil.call(token, 'Token.transfer', [someAddress(9003), 1n]);
  const [before] = await mineAndScan();
  await anvil.mine();
  await anvil.reorg(2, [[raw, 1]]);
  const again = await scanTransfers(chain, height + 1, height + 2, watched);
  assert.deepEqual(again, [before]);
});

test('the event counts, even where the token delivers less than it says (A7 is judged elsewhere)', async () => {
  await anvil.call(feeToken, 'FeeToken.transfer', [shop, 100n]);
  const [transfer] = await mineAndScan();
  assert.equal(transfer?.amount, 100n);
});

test('thousands of spam events hide no payment in the same block (A13)', async () => {
  const stranger = someAddress(9004);
  const flood = evmChain({
    symbol: 'local',
    chainId: anvil.chainId,
    endpoints: [anvil.url],
    contracts: [{ address: token }, { address: lookAlike }],
  });
  const set = flood.watch();
  set.add(shop);
  await anvil.call(lookAlike, 'LookAlikeToken.forgeMany', [stranger, shop, 1n, 10_000n], { gas: 23_000_000n });
  await anvil.call(lookAlike, 'LookAlikeToken.forgeMany', [stranger, shop, 0n, 1_000n], { gas: 3_500_000n });
  const txHash = await anvil.call(token, 'Token.transfer', [shop, 42n]);
  const nativeHashes: string[] = [];
  for (let at = 0; at < 60; at += 1) nativeHashes.push(await anvil.send({ to: shop, value: 1n, gas: 21_000n }));
  await anvil.mine();
  const head = await anvil.blockNumber();
  const transfers = await scanTransfers(flood, head, head, set);
  // Transfers of one chain transaction to one address are returned as one, with their sum.
  assert.deepEqual(
    transfers.filter(({ contract }) => contract === lookAlike).map(({ position, amount }) => [position, amount]),
    [[`${lookAlike}:0`, 10_000n]],
  );
  assert.equal(new Set(transfers.map(({ txHash, position }) => `${txHash}:${position}`)).size, 62);
  assert.equal(transfers.find((transfer) => transfer.txHash === txHash)?.amount, 42n);
  const natives = transfers.filter(({ position, succeeded }) => position === 'native' && succeeded);
  assert.deepEqual(
    natives.map((transfer) => transfer.txHash),
    nativeHashes,
  );
  await flood.close();
});

test('chain transactions without recipient, with data, or of old kinds are read like any other', async () => {
  await anvil.deploy('QuietToken');
  const account = anvil.accounts[5];
  assert.ok(account);
  const kinds = [
    { type: 'legacy', gasPrice: 10n ** 11n },
    { type: 'eip2930', gasPrice: 10n ** 11n, accessList: [] },
  ] as const;
  for (const [nonce, kind] of kinds.entries()) {
    const terms = {
      chainId: anvil.chainId,
      nonce,
      to: shop,
      value: BigInt(nonce + 1),
      gas: 60_000n,
      data: '0xabcdef',
    } as const;
    await anvil.rpc('eth_sendRawTransaction', [await account.signTransaction({ ...terms, ...kind })]);
  }
  const transfers = await mineAndScan();
  assert.deepEqual(
    transfers.map(({ amount }) => amount),
    [1n, 2n],
  );
});

test('an address that is added while a scan runs is seen from the next block asked for', async () => {
  await anvil.send({ to: shop, value: 1n });
  await anvil.mine();
  const first = await anvil.blockNumber();
  await anvil.mine(200);
  const late = someAddress(9005);
  await anvil.send({ to: late, value: 2n });
  await anvil.mine();
  const seen: bigint[] = [];
  for await (const block of chain.scan(first, first + 201, watched, new AbortController().signal)) {
    if (block.header.number === first) watched.add(late);
    seen.push(...block.transfers.map(({ amount }) => amount));
  }
  assert.deepEqual(seen, [1n, 2n]);
});

test('EIP-1271: a contract signs by what it takes for its own signature, and nothing else there is one', async () => {
  const [owner, stranger] = anvil.accounts;
  assert.ok(owner && stranger);
  const facts = { symbol: 'local', chainId: anvil.chainId, params: null, rpc: [], contracts: [] };
  const wallet = await anvil.deploy('OwnedWallet', [owner.address]);
  const signature = await owner.signMessage({ message: 'a text' });
  const verify = (text: string, address: string, by: string, reader: Chain | null = chain) =>
    evmWalletCodec.verifySignature({ text, signature: by, address }, facts, reader);
  assert.equal(await verify('a text', wallet, signature), true);
  assert.equal(await verify('a text', payer, signature), true, 'by key, the owner for himself');
  assert.equal(await verify('another text', wallet, signature), false);
  assert.equal(await verify('a text', wallet, await stranger.signMessage({ message: 'a text' })), false);
  const answer = await verify('a text', wallet, '0x00');
  assert.match((answer as Refusal).message, /reverted/);
  assert.equal(await verify('a text', wallet, signature, null), false, 'nobody asks the contract');
  // Contracts without the function, contracts that return anything, and accounts without code do not count as signers.
  for (const other of [multisend, token, quiet, someAddress(99)])
    assert.notEqual(await verify('a text', other, signature), true);
});

test('EIP-1271: a contract that burns gas, or returns more or less than the one word, has signed nothing', async () => {
  const [digest, signature] = [new Uint8Array(32).fill(7), new Uint8Array(4_096).fill(9)];
  const verdictOf = async (mode: number) =>
    chain.contractVerdict?.(await anvil.deploy('LyingWallet', [mode]), digest, signature);
  const verdicts = [];
  for (const mode of [0, 1, 2, 3, 4]) verdicts.push(await verdictOf(mode));
  // The megabyte was not transferred: the node returned four words.
  assert.deepEqual(verdicts, ['failed', 'other_length', 'other_length', 'other_length', 'refused']);
  assert.equal(await chain.contractVerdict?.(someAddress(98), digest, signature), 'no_contract');
});

test('W48-own-payment: a contract pays itself if a listed token moves exactly that from it to itself', async () => {
  const [owner] = anvil.accounts;
  const wallet = await anvil.deploy('PlainWallet', [owner?.address]);
  await anvil.call(token, 'Token.transfer', [wallet, 10n ** 9n]);
  await anvil.mine();
  const from = (await anvil.blockNumber()) + 1;
  const find = (more: Partial<OwnPayment> = {}) =>
    chain.ownPayment?.(
      { address: wallet, contract: token, amount: 54_321n, from, until: Number.MAX_SAFE_INTEGER, ...more },
      new AbortController().signal,
    );
  const data = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet, amount] });
  // Another account pays the amount, moves zero tokens in the wallet's name, and emits an event in another contract.
  await anvil.call(token, 'Token.transfer', [wallet, 54_321n]);
  await anvil.call(token, 'Token.transferFrom', [wallet, wallet, 0n], { from: anvil.accounts[5]?.address as Hex });
  await anvil.call(lookAlike, 'LookAlikeToken.transfer', [wallet, 54_321n]);
  await anvil.mine();
  assert.equal(await find(), null);
  const hash = await anvil.call(wallet, 'PlainWallet.execute', [token, 0n, data(54_321n)]);
  assert.equal(await find(), null, 'what waits to be mined does not count');
  await anvil.mine();
  const found = await find();
  assert.deepEqual([found?.txHash, found?.header.number], [hash, await anvil.blockNumber()]);
  assert.equal(await find({ amount: 54_322n }), null);
  assert.equal(await find({ contract: quiet }), null);
  assert.equal(await find({ from: (await anvil.blockNumber()) + 1 }), null);
  assert.equal(await find({ until: (found?.header.time ?? 0) - 1 }), null);
  assert.deepEqual(await chain.tokenBalances?.(wallet, [token, multisend]), [10n ** 9n + 54_321n, null]);
});
