// Conformance with endpoints that lag, hide, forget or serve another chain: a reader returns the correct blocks, or
// none.
import assert from 'node:assert/strict';
import { ChainFault } from '../../../src/io/chains/chain.ts';
import { scanOutcome } from '../evm/scanning.ts';
import type { Driver, Ground, Sent } from './driver.ts';
import type { Play } from './play.ts';
import { assertRetryable, readOn, watching, withChain } from './reading.ts';

export function proveEndpoints(play: Play): void {
  proveFirstContact(play);
  proveAbsences(play);
  proveOmissions(play);
}

function proveFirstContact({ driver, rule }: Play): void {
  rule('a reader connects only on request, and an unreachable endpoint is a retryable fault', async (ground) => {
    const away = { ...ground.facts, rpc: [driver.awayEndpoint ?? 'http://127.0.0.1:9'] };
    await withChain(driver, away, async (chain) => {
      for (const ask of [() => chain.verify(), () => chain.head(), () => chain.headerAt(1)])
        await assert.rejects(ask, isRetryable);
    });
    await withChain(driver, ground.facts, (chain) => chain.verify());
  });

  rule('another chain is rejected permanently, before anything is read from it', async (ground) => {
    await spoilt(
      ground,
      () => ground.endpoint.beAnotherChain(),
      async () => {
        await withChain(driver, ground.spoiltFacts, async (chain) => {
          const isStranger = (fault: unknown) => fault instanceof ChainFault && !fault.retryable;
          await assert.rejects(chain.verify(), isStranger);
          await assert.rejects(chain.head(), isStranger);
          await assert.rejects(chain.headerAt(1), isStranger);
        });
      },
    );
  });
}

function proveAbsences({ driver, rule }: Play): void {
  rule('a closed connection is a retryable fault, and the endpoint is read again when it is back', async (ground) => {
    const paid = await payment(driver, ground);
    await withChain(driver, ground.spoiltFacts, async (chain) => {
      await chain.verify();
      await spoilt(
        ground,
        () => ground.endpoint.breakOff(),
        async () => {
          const { blocks, fault } = await scanOutcome(
            chain,
            paid.number,
            paid.number + 3,
            watching(chain, paid.address),
          );
          assertRetryable(fault);
          assert.deepEqual(blocks, []);
        },
      );
      await assertFound(driver, ground, paid);
    });
  });

  rule('a lagging endpoint shows an older head, and returns no block that it does not have', async (ground) => {
    const paid = await payment(driver, ground);
    const head = await withChain(driver, ground.facts, (chain) => chain.head());
    await spoilt(
      ground,
      () => ground.endpoint.lag(head.number - paid.number + 1),
      async () => {
        await withChain(driver, ground.spoiltFacts, async (chain) => {
          assert.equal((await chain.head()).number, paid.number - 1);
          assert.equal(await chain.headerAt(paid.number), null);
          const watched = watching(chain, paid.address);
          const { blocks, fault } = await scanOutcome(chain, paid.number - 1, head.number, watched);
          assertRetryable(fault);
          assert.ok(blocks.every(({ header }) => header.number < paid.number));
        });
      },
    );
    await assertFound(driver, ground, paid);
  });
}

function proveOmissions({ driver, rule, ruleOf }: Play): void {
  ruleOf('hide', 'a false empty response is not accepted', async (ground) => {
    const token = await ground.token?.(6);
    const contracts = token === undefined ? ground.facts.contracts : [token];
    const paid = await payment(driver, ground, token);
    await spoilt(
      ground,
      () => ground.endpoint.hide?.(),
      async () => {
        await withChain(driver, { ...ground.spoiltFacts, contracts }, async (chain) => {
          const watched = watching(chain, paid.address);
          const { blocks, fault } = await scanOutcome(chain, paid.number, paid.number, watched);
          assertRetryable(fault);
          assert.deepEqual(blocks, []);
        });
      },
    );
    await assertFound(driver, ground, paid, contracts);
  });

  rule('blocks that an endpoint pruned are faults, not empty blocks', async (ground) => {
    const paid = await payment(driver, ground);
    await spoilt(
      ground,
      () => ground.endpoint.prune(paid.number + 2),
      async () => {
        await withChain(driver, ground.spoiltFacts, async (chain) => {
          const watched = watching(chain, paid.address);
          const { blocks, fault } = await scanOutcome(chain, paid.number, paid.number + 3, watched);
          assertRetryable(fault);
          assert.deepEqual(blocks, []);
        });
      },
    );
    await assertFound(driver, ground, paid);
  });

  rule('an endpoint that lost its data does not undo payments', async (ground) => {
    const paid = await payment(driver, ground);
    await withChain(driver, ground.spoiltFacts, async (chain) => {
      const watched = watching(chain, paid.address);
      assert.equal((await chain.transfersIn(paid.sent.hash, watched))?.header?.number, paid.number);
      await spoilt(
        ground,
        () => ground.endpoint.forget(),
        async () => {
          const { blocks, fault } = await scanOutcome(chain, paid.number, paid.number, watched);
          assertRetryable(fault);
          assert.deepEqual(blocks, []);
          const found = await chain.transfersIn(paid.sent.hash, watched).catch((error: unknown) => {
            assertRetryable(error);
            return null;
          });
          assert.equal(found?.header ?? null, null);
        },
      );
      await assertFound(driver, ground, paid);
    });
  });
}

interface Paid {
  readonly address: string;
  readonly sent: Sent;
  /** The block that contains it, with three more on top. */
  readonly number: number;
}

async function payment(driver: Driver, ground: Ground, token?: string): Promise<Paid> {
  const address = ground.newAddress();
  const head = await withChain(driver, ground.facts, (chain) => chain.head());
  const sent = await ground.pay({ to: address, units: driver.dust + 3n }, token);
  await ground.mine(4);
  return { address, sent, number: head.number + 1 };
}

async function assertFound(
  driver: Driver,
  ground: Ground,
  paid: Paid,
  contracts = ground.facts.contracts,
): Promise<void> {
  await withChain(driver, { ...ground.spoiltFacts, contracts }, async (chain) => {
    const seen = await readOn(chain, paid.number, watching(chain, paid.address));
    assert.deepEqual(
      seen.map(({ transfer }) => transfer.txHash),
      [paid.sent.hash],
    );
  });
}

async function spoilt(ground: Ground, spoil: () => void, use: () => Promise<void>): Promise<void> {
  spoil();
  try {
    await use();
  } finally {
    ground.endpoint.heal();
  }
}

function isRetryable(fault: unknown): boolean {
  return fault instanceof ChainFault && fault.retryable;
}
