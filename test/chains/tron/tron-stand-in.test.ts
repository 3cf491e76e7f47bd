// The model of a TRON node answers in the published formats of TRON nodes. It is a model: no real node was used.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Json } from '../../rig/client.ts';
import { blockId } from '../../rig/tron/block-header.ts';
import { publishedBlock } from '../../rig/tron/published-block.ts';
import { startTronNode, type TronNode } from '../../rig/tron/tron-node.ts';
import { usdt } from '../../rig/tron/tron-stage.ts';
import { canonicalOf, newTronWallet, type TronWallet } from '../../rig/tron/tron-wallet.ts';

let node: TronNode;
let payer: TronWallet;
let payee: TronWallet;

before(async () => {
  node = await startTronNode({ solidAfter: 4 });
  await node.placeToken('Token', canonicalOf(usdt), ['Tether USD', 'USDT', 6, 10n ** 30n]);
  payer = await newTronWallet(node, [canonicalOf(usdt)]);
  payee = await newTronWallet(node, []);
  await node.mine();
});

after(() => node?.stop());

async function wallet(path: string, body: object): Promise<Json> {
  const answer = await fetch(`${node.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}

async function rpc(method: string, params: readonly unknown[]): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await fetch(`${node.url}/jsonrpc`, { method: 'POST', body })).json();
}

/** The member names and value kinds of a sample, recursively. A list has the shape of its first item. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  const named = Object.entries(value).map(([name, member]) => [name, shapeOf(member)] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('a published block has the id that our formula gives it', () => {
  assert.equal(blockId(publishedBlock.block_header.raw_data), publishedBlock.blockID);
});

test('a block, its transactions and their results have the published members', async () => {
  const paid = await payer.pay(payee.address, 1_500_000n);
  const called = await payer.payToken(usdt, payee.address, 5_000_000n);
  await node.mine();
  const block = await wallet('/wallet/getblockbynum', { num: node.height() });
  const { transactions, ...header } = block;
  assert.deepEqual(shapeOf(header), shapeOf(publishedBlock));
  assert.deepEqual(header, await wallet('/wallet/getblock', { id_or_num: String(node.height()), detail: false }));
  assert.equal(blockId(header.block_header.raw_data), header.blockID);
  // From the main network: transaction 9d67598c… (March 2019).
  const parameter = { value: { amount: 1, owner_address: '41…', to_address: '41…' }, type_url: 'type.…' };
  const raw_data = {
    contract: [{ parameter, type: '' }],
    ref_block_bytes: '',
    ref_block_hash: '',
    expiration: 1,
    timestamp: 1,
  };
  const published = { ret: [{ contractRet: '' }], signature: [''], txID: '', raw_data, raw_data_hex: '' };
  const [payment, call] = [paid, called].map((id) => transactions.find(({ txID }: Json) => txID === id));
  assert.deepEqual(shapeOf(payment), shapeOf(published));
  for (const { txID, raw_data_hex } of [payment, call])
    assert.equal(createHash('sha256').update(Buffer.from(raw_data_hex, 'hex')).digest('hex'), txID);
  // From the same documentation: gettransactioninfobyid of 01b4cde4….
  const result = await wallet('/wallet/gettransactioninfobyid', { value: called });
  assert.deepEqual(Object.keys(result).sort(), [
    'blockNumber',
    'blockTimeStamp',
    'contractResult',
    'contract_address',
    'id',
    'log',
    'receipt',
  ]);
  assert.match(result.log[0].address, /^[0-9a-f]{40}$/, 'without the prefix 41');
  assert.match(result.log[0].topics[1], /^0{24}[0-9a-f]{40}$/);
  assert.equal(result.receipt.result, 'SUCCESS');
  assert.deepEqual(await wallet('/wallet/gettransactioninfobyid', { value: '00'.repeat(32) }), {});
  assert.deepEqual(await wallet('/wallet/getblockbynum', { num: 1_000_000 }), {});
});

test('eth_getLogs has the published members, limits and refusals', async () => {
  const called = await payer.payToken(usdt, payee.address, 6_000_000n);
  await node.mine();
  const place = `0x${node.height().toString(16)}`;
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const filter = { fromBlock: place, toBlock: place, address: [canonicalOf(usdt)], topics: [transfer] };
  const { result } = await rpc('eth_getLogs', [filter]);
  assert.deepEqual(Object.keys(result[0]).sort(), [
    ...[
      'address',
      'blockHash',
      'blockNumber',
      'data',
      'logIndex',
      'removed',
      'topics',
      'transactionHash',
      'transactionIndex',
    ],
  ]);
  assert.equal(result[0].transactionHash, `0x${called}`);
  const refused = async (change: object) => (await rpc('eth_getLogs', [{ ...filter, ...change }])).error;
  assert.deepEqual(
    (await refused({ toBlock: `0x${(node.height() + 5_001).toString(16)}` })).message,
    'exceed max block range: 5000',
  );
  assert.equal((await refused({ fromBlock: '0x64', toBlock: '0x1' })).code, -32_602);
  assert.equal((await refused({ address: [`0x41${canonicalOf(usdt).slice(2)}`] })).code, -32_602);
  assert.equal((await rpc('eth_getBlockByNumber', ['safe', false])).error.code, -32_602);
  assert.equal((await rpc('eth_sendRawTransaction', ['0x'])).error.code, -32_601);
  assert.equal((await rpc('net_version', [])).result, '0xcd8690dc');
});

test('only what its owner signed is taken, once', async () => {
  const unsigned = await payer.build('TransferContract', { to_address: payee.key.prefixed, amount: 1_000 });
  const forged = payee.key.sign(unsigned);
  assert.equal((await wallet('/wallet/broadcasttransaction', forged)).code, 'SIGERROR');
  const signed = payer.key.sign(unsigned);
  assert.equal((await wallet('/wallet/broadcasttransaction', signed)).result, true);
  assert.equal((await wallet('/wallet/broadcasttransaction', signed)).code, 'DUP_TRANSACTION_ERROR');
});
