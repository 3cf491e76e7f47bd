// One, two and three endpoints that lag, are another chain for a while, or do not see the same: nothing is lost by it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { contract } from '../rig/evm/contracts.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { quittance } from '../rig/merchant.ts';
import { type Customer, newAddress, type Shop, type Stage, startStage } from '../rig/stage.ts';

interface Paid {
  readonly shop: Shop;
  readonly invoice: Json;
  readonly attempt: Json;
}

/** Another chain, and the same chain id on another branch from its first block on. */
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
        { withinMs: 60_000, everyMs: 300 },
      );
    }

    async function assertUntouched({ shop, invoice, attempt }: Paid): Promise<void> {
      assert.equal((await stage.getInvoice(invoice.id)).status, 'paid');
      assert.equal((await stage.getTransaction(attempt.id)).status, 'success');
      const types = (await shop.events()).filter((event) => event.invoice_id === invoice.id).map(({ type }) => type);
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

    test(`S10-lagging-node: a reorg of one block beside a node five behind takes back no more (${count})`, async () => {
      const all = await paid('200');
      const { block } = await stage.getTransaction(all.attempt.id);
      await stage.mine(Math.max(0, block + 2 - (await stage.anvil.blockNumber())));
      const known = (await stage.anvil.blockNumber()) - 5;
      for (const depth of [1, 2]) {
        let turn = 0;
        // One address, two nodes: the second has no block above this one, and answers every second look, or each.
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

    test(`S9-another-chain: an endpoint that is another chain for a while halts nothing (${count})`, async () => {
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
        await stage.service.says('every endpoint of the network is another chain');
        await until(async () => !(await isAvailable()), 'the network to be shown as away');
      }
      first().pointAt(stage.anvil.url);
      await paid('50');
      await until(isAvailable, 'the network to be available', { withinMs: 60_000 });
    });

    if (count === 1)
      test('S9-resumes: a halted network goes on by itself once its newest block is back', async () => {
        const all = await paid('200');
        first().pointAt(impostor.url);
        await until(halted, 'the network to be halted', { withinMs: 60_000 });
        await assertUntouched(all);
        first().pointAt(stage.anvil.url);
        await until(async () => (await halted()) === null, 'the network to be followed again', { withinMs: 120_000 });
        await paid('50');
        await assertUntouched(all);
      });

    test(`S11-one-traces: what only one can trace is paid, and nobody is quarantined (${count})`, async () => {
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
      // Long enough for each endpoint to have read the block again.
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
        // The other one tells no balances any more either: the quorum cannot be made up, and that is said before.
        proxies[1]?.on('no_old_state');
        const { stdout } = await quittance(stage.service, ['doctor']);
        assert.match(stdout, /^BAD {2}network local, quorum: 1 of its endpoints sees coin that contracts pass on/m);
      }
      for (const proxy of proxies) proxy.off();
    });
  });
