// Conformance of a chain's reader: it reports every payment once and to the last unit, and nothing else.
import assert from 'node:assert/strict';
import type { Transfer } from '../../../src/core/payment/transfer.ts';
import type { Chain, MempoolTransaction } from '../../../src/io/chains/chain.ts';
import { doubleHash, shown } from '../../../src/io/chains/utxo/blocks/hashes.ts';
import { scanOutcome } from '../evm/scanning.ts';
import type { Ground, Sent } from './driver.ts';
import type { Play } from './play.ts';
import { assertRetryable, assertWhole, placeOf, readOn, watching, withChain } from './reading.ts';

export function proveChain(play: Play): void {
  proveSightings(play);
  proveFates(play);
  proveAmounts(play);
  proveHeads(play);
  proveStretches(play);
  proveCoins(play);
}

function proveCoins({ driver, ruleOf }: Play): void {
  ruleOf('coins', 'an unspent coin is read with its chain transaction, a spent one is not', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      // Chains with accounts have none.
      if (chain.coins === undefined) return;
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

function proveSightings({ driver, rule }: Play): void {
  rule('a payment is found in its block by scan and by hash, if its address is watched', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const [mine, theirs] = [ground.newAddress(), ground.newAddress()];
      const first = (await chain.head()).number + 1;
      const sent = await ground.pay({ to: mine, units: driver.dust + 5n });
      await ground.pay({ to: theirs, units: driver.dust + 6n });
      await ground.mine(2);
      const seen = await readOn(chain, first, watching(chain, mine));
      assert.equal(seen.length, 1);
      assertIs(driver, seen[0]?.transfer, { sent, recipient: mine, amount: driver.dust + 5n });
      assert.equal(seen[0]?.block.number, first);
      const found = await chain.transfersIn(sent.hash, watching(chain, mine));
      assert.deepEqual(found?.transfers, [seen[0]?.transfer]);
      assert.deepEqual([found?.header?.number, found?.header?.hash], [first, seen[0]?.block.hash]);
      assert.deepEqual((await chain.transfersIn(sent.hash, watching(chain, ground.newAddress())))?.transfers, []);
      assert.deepEqual(await readOn(chain, first, watching(chain)), []);
    });
  });

  rule('a payment that is not mined is in no block', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const address = ground.newAddress();
      const before = await chain.head();
      const sent = await ground.pay({ to: address, units: driver.dust });
      assert.equal((await chain.head()).hash, before.hash);
      const found = await chain.transfersIn(sent.hash, watching(chain, address));
      assert.equal(found?.header ?? null, null);
      await ground.mine();
      assert.equal((await readOn(chain, before.number + 1, watching(chain, address))).length, 1);
    });
  });

  rule('the set of watched addresses may grow, and later reads include new ones', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const [address, other] = [ground.newAddress(), ground.newAddress()];
      const watched = watching(chain, other);
      const first = (await chain.head()).number + 1;
      await ground.pay({ to: address, units: driver.dust });
      await ground.mine();
      assert.deepEqual(await readOn(chain, first, watched), []);
      watched.add(address);
      watched.add(address);
      assert.deepEqual([watched.has(address), watched.has(ground.newAddress()), watched.size], [true, false, 2]);
      assert.equal((await readOn(chain, first, watched)).length, 1);
    });
  });

  rule('several transfers in one chain transaction are reported at different positions', async (ground) => {
    const [one, other] = [ground.newAddress(), ground.newAddress()];
    const start = await withChain(driver, ground.facts, (chain) => chain.head());
    const outputs = [1n, 2n, 2n, 3n].map((more, at) => ({ to: at < 3 ? one : other, units: driver.dust + more }));
    const sent = await ground.payMany(outputs);
    await ground.mine();
    await withChain(driver, ground.facts, async (chain) => {
      const seen = await readOn(chain, start.number + 1, watching(chain, one, other));
      assert.deepEqual(
        seen.map(({ transfer }) => [transfer.txHash, transfer.recipient, transfer.amount]).sort(byText),
        outputs.map(({ to, units }) => [sent.hash, to, units]).sort(byText),
      );
      assert.equal(new Set(seen.map(({ transfer }) => placeOf(transfer))).size, outputs.length);
      const found = await chain.transfersIn(sent.hash, watching(chain, one, other));
      assert.deepEqual(found?.transfers.map(placeOf).sort(), seen.map(({ transfer }) => placeOf(transfer)).sort());
    });
  });
}

function proveFates({ driver, rule, ruleOf }: Play): void {
  ruleOf('fail', 'a payment that is mined but fails moves nothing', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      const failed = await ground.fail?.({ to: address, units: driver.dust + 1n });
      const good = await ground.pay({ to: address, units: driver.dust + 2n });
      await ground.mine();
      const seen = await readOn(chain, first, watching(chain, address));
      const moved = seen.filter(({ transfer }) => transfer.succeeded);
      assert.deepEqual(
        moved.map(({ transfer }) => transfer.txHash),
        [good.hash],
      );
      for (const { transfer } of seen) assert.equal(transfer.succeeded, transfer.txHash !== failed?.hash);
      const found = await chain.transfersIn(failed?.hash ?? '', watching(chain, address));
      assert.ok(found?.transfers.every(({ succeeded }) => !succeeded) ?? true);
    });
  });

  ruleOf('replace', 'a payment that was replaced before it was mined never counts', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const [address, elsewhere] = [ground.newAddress(), ground.newAddress()];
      const watched = watching(chain, address);
      const first = (await chain.head()).number + 1;
      const sent = await ground.pay({ to: address, units: driver.dust + 1n });
      const waiting = await waitingFor(chain, address);
      const replacement = await ground.replace?.(sent, { to: elsewhere, units: driver.dust + 1n });
      if (waiting !== null) assert.equal(await chain.outcomeOf?.(waiting), 'replaced');
      await ground.mine();
      assert.deepEqual(await readOn(chain, first, watched), []);
      assert.equal((await chain.transfersIn(sent.hash, watched))?.header ?? null, null);
      const instead = await chain.transfersIn(replacement?.hash ?? '', watching(chain, elsewhere));
      assert.equal(instead?.header?.number, first);
      if (waiting === null) return;
      // A reader of whole blocks finds the double spend. A reader that queries scripts returns it on request.
      if (chain.watch().outputs === undefined) assert.equal(await chain.outcomeOf?.(waiting), 'conflicted');
      else assert.equal(await spenderIn(chain, first, waiting), replacement?.hash);
    });
  });

  rule('a family that reads the mempool reports an unmined payment with its later position', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      assert.equal(chain.mempool === undefined, chain.outcomeOf === undefined, 'both, or neither');
      assert.equal(chain.mempool !== undefined, driver.codec.showsMempool, 'as the family says');
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      const sent = await ground.pay({ to: address, units: driver.dust });
      const waiting = await waitingFor(chain, address);
      if (chain.mempool !== undefined) assert.equal(waiting?.txHash, sent.hash);
      if (waiting !== null) assert.equal(await chain.outcomeOf?.(waiting), 'in_mempool');
      await ground.mine();
      const [seen] = await readOn(chain, first, watching(chain, address));
      if (waiting === null) return;
      assert.deepEqual(waiting.transfers.map(placeOf), [placeOf(seen?.transfer as Transfer)]);
      assert.equal(await chain.outcomeOf?.(waiting), 'mined');
      assert.equal(await waitingFor(chain, address), null);
    });
  });
}

function proveAmounts({ driver, rule, ruleOf }: Play): void {
  rule('dust is reported like any other amount', async (ground) => {
    assert.deepEqual(await amountsSeen(ground, [driver.dust, driver.dust + 1n]), [driver.dust, driver.dust + 1n]);
  });

  rule('a large amount keeps its last digit', async (ground) => {
    const units = 4n * 10n ** 8n + 1n;
    assert.deepEqual(await amountsSeen(ground, [units]), [units]);
  });

  ruleOf('token', 'tokens of 0 to 30 decimals are reported to the last unit', async (ground) => {
    const tokens: string[] = [];
    for (let decimals = 0; decimals <= 30; decimals += 1) tokens.push((await ground.token?.(decimals)) ?? '');
    await withChain(driver, { ...ground.facts, contracts: tokens }, async (chain) => {
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      const wanted: string[] = [];
      for (const [decimals, contract] of tokens.entries()) {
        for (const units of [1n, 10n ** BigInt(decimals) + 1n]) {
          await ground.pay({ to: address, units }, contract);
          wanted.push(`${contract} ${units}`);
        }
      }
      await ground.mine();
      const seen = await readOn(chain, first, watching(chain, address));
      assert.deepEqual(seen.map(({ transfer }) => `${transfer.contract} ${transfer.amount}`).sort(), wanted.sort());
    });
  });

  ruleOf('token', 'a token that is not on the list never counts', async (ground) => {
    const contract = (await ground.token?.(6)) ?? '';
    await withChain(driver, { ...ground.facts, contracts: [] }, async (chain) => {
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      await ground.pay({ to: address, units: 7n }, contract);
      await ground.mine();
      assert.deepEqual(await readOn(chain, first, watching(chain, address)), []);
    });
  });

  /** In the order of payment. */
  function amountsSeen(ground: Ground, amounts: readonly bigint[]): Promise<bigint[]> {
    return withChain(driver, ground.facts, async (chain) => {
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      for (const units of amounts) {
        await ground.pay({ to: address, units });
        await ground.mine();
      }
      return (await readOn(chain, first, watching(chain, address))).map(({ transfer }) => transfer.amount);
    });
  }
}

function proveHeads({ driver, rule, ruleOf }: Play): void {
  rule(
    'confirmations can be counted: each block mined makes the head one higher, and links to the one before',
    async (ground) => {
      await withChain(driver, ground.facts, async (chain) => {
        await chain.verify();
        const before = await chain.head();
        for (const more of [1, 2, 3]) {
          await ground.mine();
          const head = await chain.head();
          assert.equal(head.number, before.number + more);
          assert.deepEqual(await chain.headerAt(head.number), head);
          assert.equal((await chain.headerAt(head.number - 1))?.hash, head.parentHash);
          assert.equal(await chain.headerAt(head.number + 1), null);
          assert.ok(Number.isSafeInteger(head.time) && head.time > 1_000_000_000 && head.time < 100_000_000_000);
        }
        assert.equal((await chain.headerAt(before.number))?.hash, before.hash);
      });
    },
  );

  ruleOf('finality', 'the final block is below the head, is on the chain, and never decreases', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const before = await chain.finalized();
      await ground.mine(40);
      const after = await chain.finalized();
      const head = await chain.head();
      assert.ok(before !== null && after !== null, 'nothing is final here');
      assert.ok(after > before && after <= head.number, `${before}, then ${after} of ${head.number}`);
      assert.notEqual(await chain.headerAt(after), null);
    });
  });
}

function proveStretches({ driver, rule }: Play): void {
  rule('a day of blocks is read without a gap, with every payment found once', async (ground) => {
    await withChain(driver, ground.facts, async (chain) => {
      const address = ground.newAddress();
      const first = (await chain.head()).number + 1;
      const sent: Sent[] = [];
      for (const part of [1, 2, 3]) {
        await ground.mine(Math.floor(driver.dayOfBlocks / 3) - 1);
        sent.push(await ground.pay({ to: address, units: driver.dust + BigInt(part) }));
        await ground.mine();
      }
      const head = await chain.head();
      const { blocks, fault } = await scanOutcome(chain, first, head.number, watching(chain, address));
      assert.equal(fault, undefined);
      assertWhole(blocks, first, head.number);
      assert.deepEqual(
        blocks.flatMap(({ transfers }) => transfers.map(({ txHash }) => txHash)),
        sent.map(({ hash }) => hash),
      );
    });
  });

  rule(
    'a stopped scan ends without an error, and a scan beyond the head returns no nonexistent block',
    async (ground) => {
      await withChain(driver, ground.facts, async (chain) => {
        await ground.mine(5);
        const head = await chain.head();
        const stop = new AbortController();
        let count = 0;
        for await (const _ of chain.scan(head.number - 99, head.number, watching(chain), stop.signal)) {
          count += 1;
          if (count === 2) stop.abort();
        }
        assert.ok(count >= 2 && count < 100, `${count} blocks`);
        const beyond = await scanOutcome(chain, head.number, head.number + 3, watching(chain));
        if (beyond.fault !== undefined) assertRetryable(beyond.fault);
        assert.ok(beyond.blocks.every(({ header }) => header.number <= head.number));
      });
    },
  );
}

function assertIs(
  { absent }: Play['driver'],
  transfer: Transfer | undefined,
  { sent, recipient, amount }: { readonly sent: Sent; readonly recipient: string; readonly amount: bigint },
): void {
  assert.equal(transfer?.txHash, sent.hash);
  assert.equal(transfer?.contract, sent.contract);
  assert.equal(transfer?.sender, absent.sender === undefined ? sent.sender : null);
  assert.deepEqual([transfer?.recipient, transfer?.amount, transfer?.succeeded], [recipient, amount, true]);
}

async function waitingFor(chain: Chain, address: string) {
  const waiting = (await chain.mempool?.(watching(chain, address), new AbortController().signal)) ?? [];
  return waiting.find(({ transfers }) => transfers.some(({ recipient }) => recipient === address)) ?? null;
}

/** The chain transaction in this block that spends the same input, as a scan reports it. */
async function spenderIn(chain: Chain, number: number, waiting: MempoolTransaction): Promise<string | undefined> {
  const watched = chain.watch();
  watched.outputs?.replace(waiting.spends);
  for await (const { spends = [] } of chain.scan(number, number, watched, new AbortController().signal))
    for (const { txHash } of spends) return txHash;
  return undefined;
}

function byText(one: readonly unknown[], other: readonly unknown[]): number {
  return one.join(' ').localeCompare(other.join(' '));
}
