// An endpoint that omits a part of a response, by mistake or on purpose: the payment is found, or reading stops.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Hex } from 'viem';
import { type Json, until } from '../rig/client.ts';
import { type FaultProxy, type Lie, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
const proxies: FaultProxy[] = [];
let proxy: FaultProxy;
let stage: Stage;
let shop: Shop;

before(async () => {
  stage = await stageWith(1);
  [proxy] = proxies as [FaultProxy];
  shop = await stage.shop({ receives: 'xpub' });
});

after(async () => {
  await stage?.close();
  await Promise.all(proxies.map((one) => one.stop()));
});

function stageWith(endpoints: number): Promise<Stage> {
  return startStage({
    confirmations,
    network: async ({ url }) => {
      const own = await Promise.all(Array.from({ length: endpoints }, () => startFaultProxy(url)));
      proxies.push(...own);
      return { rpc: own.map((one) => one.url) };
    },
  });
}

interface Asked {
  readonly invoice: Json;
  readonly attempt: Json;
}

async function ask(cryptocurrency: string, at: { stage: Stage; shop: Shop } = { stage, shop }): Promise<Asked> {
  const invoice = await at.shop.invoice('100.00');
  return { invoice, attempt: await at.stage.attempt(invoice, newAddress(), cryptocurrency) };
}

type Logs = readonly { readonly topics: readonly string[] }[];
/**
 * Removes the logs of this address: from all requests with `everywhere`, else only from those without a recipient
 * filter.
 */
const without = (address: string, everywhere = false): Lie => {
  const digits = address.slice(2).toLowerCase();
  return (logs, [filter]) => {
    const isByRecipient = (filter as { topics: unknown[] }).topics.length > 1;
    return isByRecipient && !everywhere ? logs : (logs as Logs).filter(({ topics }) => !topics[2]?.endsWith(digits));
  };
};

async function isPaid({ invoice, attempt }: Asked, at: Stage = stage): Promise<void> {
  await until(async () => {
    await at.anvil.mine();
    return (await at.getTransaction(attempt.id)).status === 'success';
  }, 'the payment to be confirmed');
  assert.equal((await at.invoiceBecomes(invoice.id, { status: 'paid' })).paid, '100.00');
}

/** Another customer pays other addresses and this transaction, in the stage's token. */
async function payInToken({ attempt }: Asked): Promise<void> {
  const customer = await stage.customer();
  await customer.payToken(newAddress(), 5n);
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await customer.payToken(newAddress(), 5n);
}

/** With this response reading stops. Without it, the payment is credited. */
async function holdsUpUntilRight(asked: Asked, method: string, lie: Lie): Promise<void> {
  const before = proxy.calls(method);
  proxy.lie(method, lie);
  await stage.anvil.mine();
  await until(() => proxy.calls(method) > before + 3, 'it to be asked again and again');
  assert.equal((await stage.getTransaction(asked.attempt.id)).hash, null);
  proxy.lie(method);
  proxy.lie('eth_getLogs');
  await isPaid(asked);
}

test('S12-one-log: a log missing in one answer is found by a second request, and credited', async () => {
  const asked = await ask('USDT');
  proxy.lie('eth_getLogs', without(asked.attempt.to));
  await payInToken(asked);
  await stage.mine();
  await isPaid(asked);
  proxy.lie('eth_getLogs');
});

test('S12-receipts-too: if its receipts are missing too, reading stops until they are there', async () => {
  const asked = await ask('USDT');
  proxy.lie('eth_getLogs', without(asked.attempt.to));
  await payInToken(asked);
  await holdsUpUntilRight(asked, 'eth_getBlockReceipts', () => []);
});

test('S12-cut-list: a shortened list of chain transactions is refused', async () => {
  const asked = await ask('ETH');
  const customer = await stage.customer();
  await customer.pay(asked.attempt.to, units(asked.attempt.amount, 18));
  await holdsUpUntilRight(asked, 'eth_getBlockByNumber', (block) => {
    const { transactions, ...header } = block as { transactions: { to?: string }[] };
    return { ...header, transactions: transactions.filter(({ to }) => to !== asked.attempt.to.toLowerCase()) };
  });
});

/** A contract pays, so that only the log reveals the payment. */
async function payByContract({ attempt }: Asked, at: Stage): Promise<Hex> {
  const multisend = await at.anvil.deploy('Multisend');
  await at.anvil.call(at.token, 'Token.approve', [multisend, 10n ** 20n]);
  await at.mine();
  const values = [
    [attempt.to, newAddress()],
    [units(attempt.amount, 6), 5n],
  ] as const;
  return at.anvil.call(multisend, 'Multisend.sendTokens', [at.token, ...values], { gas: 1_000_000n });
}

test('S12-second-pass: a payment missing in every answer is found later, once it is deep', async () => {
  const asked = await ask('USDT');
  proxy.lie('eth_getLogs', without(asked.attempt.to, true));
  await payByContract(asked, stage);
  await stage.mine(confirmations);
  assert.equal((await stage.getTransaction(asked.attempt.id)).hash, null);
  proxy.lie('eth_getLogs');
  await stage.mine(10);
  await isPaid(asked);
});

test('S12-another-endpoint: a payment missing in all answers of one endpoint is proved by another', async () => {
  const two = await stageWith(2);
  try {
    const [first] = proxies.slice(-2) as [FaultProxy];
    const asked = await ask('USDT', { stage: two, shop: await two.shop({ receives: 'xpub' }) });
    first.lie('eth_getLogs', without(asked.attempt.to, true));
    await payByContract(asked, two);
    await two.mine(confirmations);
    await two.mine(10);
    await isPaid(asked, two);
  } finally {
    await two.close();
  }
});
