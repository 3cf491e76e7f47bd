// Payments mined by a real node of the UTXO family are found again in its raw block files, without the node.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

test('a node’s own block files are read, as they are and under a key of eight bytes beside them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'block-files-'));
  const node = await startLitecoind({ blocks: 101 });
  try {
    const to = await node.newAddress();
    const txid = await node.pay(to, 150_000n);
    await node.mine();
    const plain = join(node.folder, 'regtest', 'blocks', 'blk00000.dat');
    const paidIn = async (path: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { transfers } of scanRawBlocks(path, utxoParams('litecoin-regtest'), [to]))
        for (const one of transfers) found.push(`${one.txHash} ${one.amount}`);
      return found;
    };
    const wanted = [`${txid} 150000`];
    assert.deepEqual(await paidIn(plain), wanted);

    const path = join(folder, 'blk00000.dat');
    const bytes = await readFile(plain);
    const key = randomBytes(8);
    // With this key, the obfuscated file begins like a JSON list.
    key[0] = (bytes[0] as number) ^ '['.charCodeAt(0);
    await writeFile(
      path,
      bytes.map((byte, at) => byte ^ (key[at % 8] as number)),
    );
    await assert.rejects(paidIn(path), /put its xor.dat into the same folder/);
    await writeFile(join(folder, 'xor.dat'), key);
    assert.deepEqual(await paidIn(path), wanted);
    await writeFile(join(folder, 'xor.dat'), randomBytes(8));
    await assert.rejects(paidIn(path), /with another key/);
    await writeFile(join(folder, 'xor.dat'), randomBytes(7));
    await assert.rejects(paidIn(path), /not 8 bytes long/);

    // A node that is configured to use no key writes a key of zeros.
    await mkdir(join(folder, 'zeros'));
    await copyFile(plain, join(folder, 'zeros', 'blk00000.dat'));
    await writeFile(join(folder, 'zeros', 'xor.dat'), Buffer.alloc(8));
    assert.deepEqual(await paidIn(join(folder, 'zeros', 'blk00000.dat')), wanted);
  } finally {
    await node.stop();
    await rm(folder, { recursive: true });
  }
});
