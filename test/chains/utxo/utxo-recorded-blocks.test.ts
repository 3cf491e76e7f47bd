// What a real node of the UTXO family mined is found again in its raw blocks, without it.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { scanRawBlocks } from '../../../src/cli/scan-file/scan-utxo-blocks.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { startLitecoind } from '../../rig/utxo/litecoind.ts';

test('raw blocks of a node hold what was paid in them, at its heights where those are said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'raw-blocks-'));
  const node = await startLitecoind({ blocks: 110 });
  try {
    const [to = '', other = ''] = [await node.newAddress(), await node.newAddress('legacy')];
    const paid = [
      [to, 150_000n],
      [other, 7_000_000n],
      [to, 250_000n],
    ] as const;
    const txids: string[] = [];
    for (const [address, amount] of paid) txids.push(await node.pay(address, amount));
    const [hash = ''] = await node.mine();
    const hex = await node.rpc<string>('getblock', [hash, 0]);
    const height = await node.height();
    const path = join(folder, 'paid.json');
    await writeFile(
      path,
      JSON.stringify([{ height, hex }, await node.rpc('getblock', [await node.rpc('getblockhash', [5]), 0])]),
    );
    const found: string[] = [];
    for await (const { header, transfers } of scanRawBlocks(path, utxoParams('litecoin-regtest'), [to, other]))
      for (const one of transfers) found.push(`${header.number} ${one.txHash} ${one.recipient} ${one.amount}`);
    const expected = paid.map(([address, amount], at) => `${height} ${txids[at]} ${address} ${amount}`);
    assert.deepEqual(found.sort(), expected.sort());
  } finally {
    await node.stop();
    await rm(folder, { recursive: true });
  }
});
