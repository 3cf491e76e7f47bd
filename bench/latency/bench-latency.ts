// Measures the time from a block on the chain to the merchant's webhook, compared with a bare loop that does the same.
import { setTimeout as delay } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { type Json, ok } from '../../test/rig/client.ts';
import { type Anvil, startAnvil } from '../../test/rig/evm/anvil.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../../test/rig/service.ts';
import { benchDatabase } from '../bench-database.ts';
import { type Child, startChild } from '../child.ts';
import { type Figure, figure, percentile, type Row } from '../table.ts';
import type { FloorOrder } from './floor-poller.ts';
import { startTimedReceiver, type TimedReceiver } from './timed-receiver.ts';

const pollMillis = 50;
const rounds = 3;
const paymentsPerRound = 30;
const warmUpPayments = 5;
const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const floorRecipient = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';

interface Stand {
  readonly anvil: Anvil;
  readonly receiver: TimedReceiver;
  readonly floor: Child;
  readonly merchant: Merchant;
}

export async function benchLatency(tell: (line: string) => void): Promise<Row[]> {
  tell('starting a chain, the service and the floor');
  const database = await benchDatabase();
  const anvil = await startAnvil();
  const receiver = await startTimedReceiver();
  const floor = startChild(new URL('./floor-poller.ts', import.meta.url));
  let service: ServiceProcess | null = null;
  try {
    service = await startServiceProcess({
      databaseUrl: database.url,
      config: configOf(anvil),
      env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'warn' },
    });
    const merchant = await createMerchant(service, {
      accepts: [['ETH', 'local']],
      receives: [{ network: 'local', kind: 'address', value: recipient }],
    });
    await ok(merchant.appApi.post('/webhook', { app_id: merchant.app.id, url: receiver.url }));
    await order(floor, {
      what: 'start',
      rpcUrl: anvil.url,
      databaseUrl: database.url,
      hookUrl: receiver.url,
      pollMillis,
    });
    return await measure({ anvil, receiver, floor, merchant }, tell);
  } finally {
    await service?.stop();
    await floor.stop();
    await receiver.close();
    await anvil.stop();
    await database.drop();
  }
}

function configOf(anvil: Anvil): object {
  const local = {
    type: 'EVM',
    name: 'Local chain',
    chain_id: anvil.chainId,
    rpc: [anvil.url],
    confirmations: 3,
    test: true,
    native: { symbol: 'ETH' },
    poll_interval_ms: pollMillis,
  };
  return { networks: { local }, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } };
}

/** Product and floor take turns by rounds. While one is measured, the other is idle. */
async function measure(stand: Stand, tell: (line: string) => void): Promise<Row[]> {
  const product: number[][] = [];
  const floor: number[][] = [];
  const events: number[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const payments = round === 0 ? warmUpPayments : paymentsPerRound;
    const seen: number[] = [];
    const told: number[] = [];
    for (let paid = 0; paid < payments; paid++) {
      const payment = await payInvoice(stand, paid);
      seen.push(payment.seenAfter);
      told.push(payment.toldAfter);
    }
    const bare = await payFloor(stand, payments);
    if (round === 0) continue;
    product.push(seen);
    floor.push(bare);
    events.push(told);
    const [ours, theirs] = [p99(seen), p99(bare)].map((millis) => millis.toFixed(0));
    tell(
      `${round}/${rounds} block to webhook p99 ${ours} ms, bare ${theirs} ms; ` +
        `event to webhook ${p99(told).toFixed(0)} ms`,
    );
  }
  const bound = { judged: 'product', better: 'lower' } as const;
  return [
    {
      goal: 'L1',
      what: `block visible to webhook, p99, polling each ${pollMillis} ms`,
      ...bound,
      product: overall(product, p99),
      floor: overall(floor, p99),
      must: pollMillis + 250,
      promised: pollMillis + 75,
    },
    {
      goal: 'L1',
      what: '  its p50',
      ...bound,
      product: overall(product, p50),
      floor: overall(floor, p50),
      must: pollMillis + 250,
      promised: pollMillis + 75,
    },
    {
      goal: 'W2',
      what: 'event committed to webhook, p99',
      ...bound,
      product: overall(events, p99),
      floor: null,
      must: 100,
      promised: 30,
    },
  ];
}

/** Over all payments. The range shows the figures of single rounds. */
function overall(runs: readonly number[][], of: (millis: readonly number[]) => number): Figure {
  return { ...figure('ms', runs.map(of)), median: of(runs.flat()) };
}

const p50 = (millis: readonly number[]) =>
  percentile(
    millis.toSorted((a, b) => a - b),
    0.5,
  );
const p99 = (millis: readonly number[]) =>
  percentile(
    millis.toSorted((a, b) => a - b),
    0.99,
  );

/**
 * Milliseconds from the mining of a block to its webhook, and from the request that causes an event to its webhook.
 * Both start a little early, so the figures never look better than they are.
 */
async function payInvoice(
  { anvil, receiver, merchant }: Stand,
  count: number,
): Promise<{ seenAfter: number; toldAfter: number }> {
  const asked = performance.now();
  const body = { total: `${10 + count}.00`, currency: 'USD' };
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', body));
  const emittedAt = (await receiver.arrival('invoice.created', invoice.id)).at;
  const from = anvil.accounts[2 + (count % 8)]?.address;
  const params = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' };
  const attempt = await ok<Json>(merchant.appApi.post('/transaction', params));
  await receiver.arrival('transaction.created', attempt.id);
  await anvil.send({ ...(from ? { from } : {}), to: attempt.to, value: parseUnits(attempt.amount, 18) });
  const mined = await mineSometime(anvil);
  const seenAt = (await receiver.arrival('transaction.detected', attempt.id)).at;
  return { seenAfter: seenAt - mined, toldAfter: emittedAt - asked };
}

async function payFloor({ anvil, receiver, floor }: Stand, payments: number): Promise<number[]> {
  await order(floor, { what: 'watch', addresses: [floorRecipient] });
  // The head that it finds first counts as read.
  await delay(3 * pollMillis);
  const taken: number[] = [];
  for (let paid = 0; paid < payments; paid++) {
    const hash = await anvil.send({ to: floorRecipient, value: 1n });
    const mined = await mineSometime(anvil);
    taken.push((await receiver.arrival('transaction.detected', hash)).at - mined);
  }
  await order(floor, { what: 'rest' });
  return taken;
}

/** Mines at a random moment between two polls. Returns the time of the request. */
async function mineSometime(anvil: Anvil): Promise<number> {
  await delay(Math.random() * pollMillis);
  const ordered = performance.now();
  await anvil.mine(1);
  return ordered;
}

function order(floor: Child, message: FloorOrder): Promise<object> {
  return floor.ask(message);
}
