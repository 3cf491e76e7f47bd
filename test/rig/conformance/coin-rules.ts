// Conformance of the reader of coins: it finds the unspent ones, with the bytes that signers need, and no others.
import assert from 'node:assert/strict';
import { doubleHash, shown } from '../../../src/io/chains/utxo/blocks/hashes.ts';
import type { Play } from './play.ts';
import { readOn, watching, withChain } from './reading.ts';

export function proveCoins({ driver, ruleOf }: Play): void {
  ruleOf('coins', 'an unspent coin is read with its whole chain transaction, and a spent one is not', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      const { hash: txHash } = await ground.pay({ to: address, units: driver.dust + 7n });
      await ground.mine();
      const [seen] = await readOn(chain, first, watching(chain, address));
      const output = Number(seen?.transfer.position.slice('out:'.length));
      const place = { txHash, output, blockHash: seen?.block.hash ?? null };
      const { signal } = new AbortController();
      const [coin, ...others] = (await chain.coins?.unspent([place], signal)) ?? [];
      assert.ok(coin !== undefined && coin.transaction !== null);
      assert.deepEqual([others.length, coin.amount, coin.output], [0, driver.dust + 7n, output]);
      assert.equal(shown(doubleHash(coin.transaction)), txHash);
      assert.ok(Buffer.from(coin.transaction).includes(Buffer.from(coin.script)));
      // Its only input: after the version and the count, a hash and the number of an output.
      const spent = Buffer.from(coin.transaction).subarray(5, 41);
      const before = { txHash: shown(spent.subarray(0, 32)), output: spent.readUInt32LE(32), blockHash: null };
      assert.deepEqual(await chain.coins?.unspent([before, { ...place, output: 99 }], signal), []);
      const rate = (await chain.coins?.feeRate()) ?? 1n;
      assert.ok(rate > 0n);
    });
  });
}
