// One, two and three endpoints that lag, serve another chain for a while, or differ in the data they see: no payment is
// lost.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { contract } from '../rig/evm/contracts.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { hasLooked, hasReadAll } from '../rig/following.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type Customer, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

interface Paid {
  readonly shop: Shop;
  readonly invoice: Json;
  readonly attempt: Json;
}

/** A chain with another id, and one with the same id that differs from its first block on. */
let stranger: Anvil;
let impostor: Anvil;

before(async () => {
  [stranger, impostor] = await Promise.all([startAnvil({ chainId: 5 }), startAnvil()]);
  await impostor.setBalance(newAddress(), 1n);
  await Promise.all([stranger.mine(400), impostor.mine(400)]);
});

after(async () => {
  await Promise.all([stranger?.stop(), impostor?.stop()]);
});

for (const count of [1, 2, 3])
  describe(`with ${count} endpoints`, () => {
    let proxies: FaultProxy[];
    let stage: Stage;
    let payer: Customer;

    before(async () => {
      stage = await startStage({
        killed: true,
        reorgDepth: 16,
        network: async ({ url }: Anvil) => {
          proxies = await Promise.all(Array.from({ length: count }, () => startFaultProxy(url)));
          return {
            rpc: proxies.map((proxy) => proxy.url),
            ...(count < 2 ? {} : { quorum: { endpoints: 2, from: '100' } }),
          };
        },
      });
      payer = await stage.customer();
    });

    after(async () => {
      await stage?.close();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    });

    const first = () => proxies[0] as FaultProxy;

    async function paid(total: string): Promise<Paid> {
      const shop = await stage.shop({ receives: newAddress() });
      const invoice = await shop.invoice(total);
      const attempt = await stage.attempt(invoice, payer.address, 'USDT');
      await payer.payToken(attempt.to, BigInt(Number(total)) * 10n ** 6n);
      await mineUntilPaid(invoice);
      return { shop, invoice, attempt };
    }

    async function mineUntilPaid(invoice: Json): Promise<void> {
      await until(
        async () => {
          await stage.anvil.mine();
          return (await stage.getInvoice(invoice.id)).status === 'paid';
        },
        'the payment to be credited',
        { everyMs: 300 },
      );
    }

    async function assertUntouched({ shop, invoice, attempt }: Paid): Promise<void> {
      assert.equal((await stage.getInvoice(invoice.id)).status, 'paid');
      assert.equal((await stage.getTransaction(attempt.id)).status, 'success');
      const types = await shop.eventTypes(invoice.id);
      assert.ok(!types.includes('invoice.reversed') && !types.includes('transaction.rejected'), types.join());
    }

    async function halted(): Promise<string | null> {
      const [row] = await stage.database.db.query<{ halted: string | null }>('select halted from network_cursors');
      return row?.halted ?? null;
    }

    async function isAvailable(): Promise<boolean> {
      const networks = await ok<Json[]>(stage.anyone.get('/networks'));
      return networks.find(({ symbol }) => symbol === 'local')?.available === true;
    }

    test(`S10-lagging-node: with a lagging node, a reorg of one block reverts one (${count})`, async () => {
      const all = await paid('200');
      const { block } = await stage.getTransaction(all.attempt.id);
      await stage.mine(Math.max(0, block + 2 - (await stage.anvil.blockNumber())));
      const known = (await stage.anvil.blockNumber()) - 5;
      for (const depth of [1, 2]) {
        let turn = 0;
        // One URL with two nodes behind it: the second one has no block above this one, and answers every second
        // request, or each.
        first().lie('eth_getBlockByNumber', (result, [tag, whole]) => {
          if (tag === 'latest' || whole === true || Number(tag) <= known) return result;
          turn += 1;
          return depth === 1 || turn % 2 === 1 ? null : result;
        });
        await stage.anvil.reorg(depth);
        await stage.caughtUp();
        first().lie('eth_getBlockByNumber');
        await assertUntouched(all);
      }
      assert.equal(await halted(), null);
    });

    test(`S9-another-chain: an endpoint that serves another chain for a while halts nothing (${count})`, async () => {
      const all = await paid('200');
      first().pointAt(stranger.url);
      if (count > 1) {
        await paid('50');
        const doctor = await quittance(stage.service, ['doctor']);
        assert.match(doctor.stdout, /is on chain 5, but local is chain 31337/);
      } else await stage.service.says('is on chain 5, but local is chain 31337');
      assert.equal(await halted(), null);
      await assertUntouched(all);
      first().pointAt(stage.anvil.url);
      await paid('50');
      await assertUntouched(all);
    });

    test(`S9-wrong-at-the-start: one wrong endpoint does not keep the service from starting (${count})`, async () => {
      await stage.crash();
      first().pointAt(stranger.url);
      await stage.service.restart();
      if (count > 1) await paid('50');
      else {
        await stage.service.says('every endpoint of the network serves another chain');
        await until(async () => !(await isAvailable()), 'the network to be shown as away');
      }
      first().pointAt(stage.anvil.url);
      await paid('50');
      await until(isAvailable, 'the network to be available');
    });

    if (count === 1)
      test('S9-resumes: a halted network resumes automatically once its newest block is back', async () => {
        const all = await paid('200');
        first().pointAt(impostor.url);
        await until(halted, 'the network to be halted');
        await assertUntouched(all);
        first().pointAt(stage.anvil.url);
        await until(async () => (await halted()) === null, 'the network to be followed again');
        await paid('50');
        await assertUntouched(all);
      });

    test(`S11-one-traces: a payment that only one can trace is paid, without quarantine (${count})`, async () => {
      await stage.crash();
      for (const proxy of proxies.slice(1)) proxy.on('no_traces');
      await stage.service.restart();
      const wallet = await stage.anvil.deploy('SmartWallet');
      await stage.anvil.setBalance(wallet, 10n ** 22n);
      const shop = await stage.shop({ receives: newAddress() });
      const invoice = await shop.invoice('200');
      const attempt = await stage.attempt(invoice, wallet, 'ETH');
      const data = encodeFunctionData({
        abi: contract('SmartWallet').abi,
        functionName: 'pay',
        args: [attempt.to as Hex, 10n ** 17n],
      });
      await payer.call(wallet, data);
      await mineUntilPaid(invoice);
      // Enough polls for each endpoint to read the block again.
      await stage.mine(3);
      await stage.rounds(20);
      await stage.transactionBecomes(attempt.id, { status: 'success' });
      const [credit] = await stage.database.db.query<{ attested_by: string[] | null }>(
        'select attested_by from credits where transaction_id = $1',
        [attempt.id],
      );
      if (count > 1) assert.ok((credit?.attested_by ?? []).length >= 2, String(credit?.attested_by));
      const states = await stage.database.db.query<{ state: string }>('select distinct state from network_endpoints');
      assert.ok(states.every(({ state }) => state !== 'quarantined'));
      if (count === 2) {
        // The other endpoint returns no balances any more either. The quorum is impossible, and doctor reports this in
        // advance.
        proxies[1]?.on('no_old_state');
        const { stdout } = await quittance(stage.service, ['doctor']);
        assert.match(stdout, /^BAD {2}network local, quorum: 1 of its endpoints sees internal transfers/m);
      }
      for (const proxy of proxies) proxy.off();
    });
  });

describe('with three endpoints and no quorum, of which the first turns', () => {
  /** By the network's symbol. `other` is the node that the first endpoint switches to. */
  const parts = new Map<string, { right: Anvil; other: Anvil; proxies: readonly FaultProxy[] }>();
  const nodes: Anvil[] = [];
  let stage: Stage;

  before(async () => {
    const sameGenesis = ['--timestamp', '1750000000'];
    const start = async (chainId: number) => {
      const node = await startAnvil({ chainId, extraArguments: sameGenesis });
      nodes.push(node);
      return node;
    };
    const ahead = await startAnvil({ chainId: 44 });
    nodes.push(ahead);
    await ahead.rpc('evm_increaseTime', [1_000]);
    await ahead.mine(300);
    await addNetwork('shared', await start(41), await start(42));
    await addNetwork('frozen', await start(43), await start(43));
    await addNetwork('extended', await start(46), await start(46));
    await addNetwork('ahead', await start(44), ahead);
    await addNetwork('idle', await start(45), ahead);

    const networks = [...parts].map(([symbol, { right, proxies }]) => {
      const rpc = proxies.map(({ url }) => url);
      return [
        symbol,
        localNetwork(right, {
          confirmations: 2,
          rpc,
          poll_interval_ms: 150,
          ...(symbol === 'idle' ? { idle_every: '1h' } : {}),
        }),
      ];
    });
    stage = await startStage({ networks: Object.fromEntries(networks) });
  });

  after(async () => {
    // The credits are on other chains than the stage's own.
    await stage?.close({ isHalted: true });
    await Promise.all([...parts.values()].flatMap(({ proxies }) => proxies.map((proxy) => proxy.stop())));
    await Promise.all(nodes.map((node) => node.stop()));
  });

  async function addNetwork(symbol: string, right: Anvil, other: Anvil): Promise<void> {
    const proxies = await Promise.all([right, right, right].map(({ url }) => startFaultProxy(url)));
    parts.set(symbol, { right, other, proxies });
  }

  function partsOf(symbol: string) {
    return parts.get(symbol) ?? assert.fail();
  }

  function turn(symbol: string): void {
    const { other, proxies } = partsOf(symbol);
    proxies[0]?.pointAt(other.url);
  }

  /** A quote on a network without earlier payments. */
  async function quoteOn(network: string): Promise<Json> {
    const { api } = stage.merchant;
    const name = `Shop on ${network}`;
    const app = await ok<Json>(api.post('/app', { name, url: 'https://shop.example', environment: 'development' }));
    await ok(api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'ETH', network }));
    await ok(api.post('/app-address', { app_id: app.id, network, kind: 'address', value: newAddress() }));
    const invoice = await ok<Json>(api.as(app.token).post('/invoice', { total: '20', currency: 'USD' }));
    const from = partsOf(network).right.accounts[0]?.address;
    const order = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network };
    return ok(stage.anyone.post('/transaction', order));
  }

  async function isPaid(network: string, attempt: Json): Promise<void> {
    const { right } = partsOf(network);
    const hash = await right.send({ to: attempt.to, value: units(attempt.amount, 18) });
    await right.mine();
    const seen = await stage.transactionBecomes(attempt.id, { hash });
    assert.equal(seen.block, await right.blockNumber());
    await right.mine(2);
    await stage.transactionBecomes(attempt.id, { status: 'success' });
  }

  async function turnedWhileOpen(network: string): Promise<void> {
    const attempt = await quoteOn(network);
    await hasReadAll(stage.database, network, () => newestOf(partsOf(network).right));
    turn(network);
    await hasLooked(stage.database, network, 3);
    await isPaid(network, attempt);
  }

  test('an endpoint that becomes another chain with the same newest block is left, and the others go on', async () => {
    await turnedWhileOpen('shared');
    await stage.service.says('is on chain 42, but shared is chain 41');
  });

  test('while an endpoint is another chain, the others take a block back as before', async () => {
    const { right, proxies } = partsOf('shared');
    await right.mine(2);
    await hasReadAll(stage.database, 'shared', () => newestOf(right));
    turn('shared');
    await right.reorg(1);
    await hasReadAll(stage.database, 'shared', () => newestOf(right));
    proxies[0]?.pointAt(right.url);
  });

  test('an endpoint that stays at the newest block read is asked after the others', () => turnedWhileOpen('frozen'));

  test('B17-extended: blocks that one endpoint alone builds upon the newest one confirm no payment', async () => {
    const attempt = await quoteOn('extended');
    const { right, other } = partsOf('extended');
    await hasReadAll(stage.database, 'extended', () => newestOf(right));
    turn('extended');
    const invented = await other.send({ to: attempt.to, value: units(attempt.amount, 18) });
    await other.mine(5);
    await stage.transactionBecomes(attempt.id, { hash: invented });
    await hasReadAll(stage.database, 'extended', () => newestOf(other));
    await stage.service.says('most endpoints do not have the confirming block yet');
    await hasLooked(stage.database, 'extended', 3);
    const { status, confirmations } = await stage.getTransaction(attempt.id);
    assert.deepEqual([status, confirmations > 2], ['processing', true]);
    // The other endpoints go on, and the invented data of the one endpoint is gone.
    await right.mine(8);
    const hash = await right.send({ to: attempt.to, value: units(attempt.amount, 18) });
    await right.mine(3);
    await stage.transactionBecomes(attempt.id, { hash, status: 'success' });
  });

  test('an endpoint with a longer branch of its own neither halts the network nor takes a block back', async () => {
    await turnedWhileOpen('ahead');
    const lines = stage.service.lines.filter((line) => line.includes('"network":"ahead"'));
    assert.ok(lines.every((line) => !/The chain diverged|reorg: reverting/.test(line)));
  });

  test('a network is begun at a block of most endpoints, though the first became another chain before', async () => {
    await hasLooked(stage.database, 'idle', 2);
    turn('idle');
    await isPaid('idle', await quoteOn('idle'));
  });
});

async function newestOf({ rpc }: Anvil): Promise<string> {
  return (await rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false])).hash;
}
