// Conformance under reorgs: payments that left the chain are not read again, and a payment that returns is the same as
// before.
import assert from 'node:assert/strict';
import { forkPoint } from '../../../src/core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../src/core/payment/transfer.ts';
import type { Chain } from '../../../src/io/chains/chain.ts';
import type { Play } from './play.ts';
import { assertRetryable, placeOf, readOn, watching, withChain } from './reading.ts';

export function proveReorgs({ driver, rule }: Play): void {
  for (const depth of driver.reorgDepths) {
    rule(`a reorg ${depth} deep takes a payment off the chain, and the fork can be found`, async (ground) => {
      await withChain(driver, ground.facts, async (chain) => {
        const address = ground.newAddress();
        const watched = watching(chain, address);
        await ground.mine(2);
        const before = await chain.head();
        const sent = await ground.pay({ to: address, units: driver.dust });
        await ground.mine(depth);
        assert.equal((await readOn(chain, before.number + 1, watched)).length, 1);
        const kept = await keptHeaders(chain, depth + 2);
        await ground.reorg(depth);
        const fork = await forkPoint(kept, await chain.head(), (_hash, number) => chain.headerAt(number));
        assert.equal(fork.kind === 'found' && fork.block.hash, before.hash);
        assert.deepEqual(await readOn(chain, before.number + 1, watched), []);
        assert.equal((await chain.transfersIn(sent.hash, watched))?.header ?? null, null);
      });
    });

    rule(
      `a payment that a reorg ${depth} deep puts into another block is the same one, at the same place`,
      async (ground) => {
        await withChain(driver, ground.facts, async (chain) => {
          const address = ground.newAddress();
          const watched = watching(chain, address);
          const before = await chain.head();
          const sent = await ground.pay({ to: address, units: driver.dust + 9n });
          await ground.mine(depth);
          const [was] = await readOn(chain, before.number + 1, watched);
          await ground.reorg(depth, sent);
          const seen = await readOn(chain, before.number + 1, watched);
          assert.equal(seen.length, 1);
          assert.ok(was !== undefined && seen[0] !== undefined);
          assert.equal(placeOf(seen[0].transfer), placeOf(was.transfer));
          assert.notEqual(seen[0].block.hash, was.block.hash);
          assert.equal((await chain.transfersIn(sent.hash, watched))?.header?.hash, seen[0].block.hash);
        });
      },
    );
  }

  rule('a scan over a fork returns one branch, or ends before the first block that does not link', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      await ground.mine(12);
      const { number } = await chain.head();
      const seen: BlockHeader[] = [];
      const scan = chain.scan(number - 11, number, watching(chain), new AbortController().signal);
      try {
        for await (const { header } of scan) {
          seen.push(header);
          if (seen.length === 2) await ground.reorg(8);
        }
      } catch (fault) {
        // A node may briefly have no block at a height while it changes branches.
        assertRetryable(fault);
      }
      assert.ok(seen.length >= 2);
      seen.forEach((header, at) => {
        if (at > 0) assert.equal(header.parentHash, seen[at - 1]?.hash);
      });
    });
  });
}

/** Newest first. */
async function keptHeaders(chain: Chain, count: number): Promise<BlockHeader[]> {
  const { number } = await chain.head();
  const headers = await Promise.all(Array.from({ length: count }, (_, back) => chain.headerAt(number - back)));
  return headers.filter((header) => header !== null);
}
