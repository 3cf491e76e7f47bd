// A ZMQ notification of the node triggers an immediate poll. In this test the regular poll runs every ten minutes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { until } from '../../rig/client.ts';
import { startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';
import { startZmqPublisher, type ZmqPublisher } from '../../rig/utxo/zmq-publisher.ts';

let stage: UtxoStage;
let publisher: ZmqPublisher;

before(async () => {
  stage = await startUtxoStage({
    async zmq(node) {
      publisher = await startZmqPublisher(node);
      return publisher.address;
    },
  });
});

after(async () => {
  // Announces the last block again and again until the node has stopped, so that the service sees it.
  const announcing = setInterval(() => void publisher.announceBlock().catch(() => undefined), 500);
  await stage?.close().finally(() => clearInterval(announcing));
  publisher?.stop();
});

test('a payment that waits, and the blocks that confirm it, are seen when the node says so', async () => {
  const { node } = stage;
  const mine = async (blocks: number) => {
    await node.mine(blocks);
    await publisher.announceBlock();
    await stage.caughtUp();
  };
  const invoice = await (await stage.shop()).invoice('100.00');
  const attempt = await stage.attempt(invoice);
  await mine(1);
  const hash = await node.pay(attempt.to, BigInt(Math.round(Number(attempt.amount) * 1e8)));
  await publisher.announceTransaction(hash);
  await stage.transactionBecomes(attempt.id, { hash, block: null });
  await mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('what concerns no watched script is passed over; a node that comes back is heard again', async () => {
  const { node } = stage;
  const [ours, theirs] = [await node.newAddress(), await node.newAddress()];
  const faults: string[] = [];
  const chain = utxoChain({
    symbol: 'local',
    params: utxoParams('litecoin-regtest'),
    endpoints: [node.url],
    zmq: [publisher.address],
    log: (message) => faults.push(message),
  });
  const watched = chain.watch();
  watched.add(ours);
  let heard = 0;
  const stopping = new AbortController();
  const listening = chain.listen?.(watched, () => void heard++, stopping.signal);
  // Notifications before the subscription is active are lost, so the announcement is repeated.
  const hearsBlocks = () => {
    const before = heard;
    // Checks before it repeats the announcement, so that none is still pending afterwards.
    const isHeard = async () => heard > before || void (await publisher.announceBlock());
    return until(isHeard, 'a block to be heard of', { everyMs: 500 });
  };
  try {
    await hearsBlocks();
    const before = heard;
    for (const [address, amount] of [
      [theirs, 500_000n],
      [ours, 600_000n],
    ] as const)
      await publisher.announceTransaction(await node.pay(address, amount));
    await until(() => heard > before, 'the payment to be heard of');
    assert.equal(heard, before + 1);
    await publisher.restart();
    await until(() => faults.length > 0, 'the node to be missed');
    assert.match(faults[0] as string, /^zmq 1 is disconnected \(\w+\); the connection is retried$/);
    await hearsBlocks();
  } finally {
    stopping.abort();
    await listening;
    await chain.close();
  }
});
