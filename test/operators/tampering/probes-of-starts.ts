// Probes of rows that a process reads at its start: another process starts, makes quotes, and reads the chain.
import { randomUUID } from 'node:crypto';
import type { Instance } from '../../../src/features/instance.ts';
import { readAttemptParams } from '../../../src/features/money/transactions/attempt-params.ts';
import { attemptMaker } from '../../../src/features/money/transactions/make-attempt.ts';
import type { Json } from '../../rig/client.ts';
import { newAddress } from '../../rig/stage.ts';
import type { Ask } from '../../rig/tampering/ask.ts';
import type { World } from '../../rig/tampering/world.ts';
import { type Fact, same } from './facts.ts';
import { payAndAssign } from './probes-of-money.ts';

export async function startAnother(world: World, ask: Ask): Promise<Fact[]> {
  const opened = await world.openAnother().catch(() => null);
  if (opened === null) return [same('another process starts', null)];
  try {
    const { instance } = opened;
    const quotes = [await quoteIn(world, instance, 'ETH'), await quoteIn(world, instance, 'USDT')];
    const paid = await payAndAssign({ ...world, instance, known: null, owner: randomUUID() }, ask);
    return [same('another process starts', 'yes'), ...quotes.flat(), ...paid];
  } finally {
    await opened.close();
  }
}

async function quoteIn({ sales }: World, instance: Instance, cryptocurrency: string): Promise<Fact[]> {
  const name = `the quote in ${cryptocurrency} of another process`;
  const body = { invoice_id: sales.unasked.id, from: newAddress(), cryptocurrency, network: 'local' };
  const commit = instance.db.atomically;
  const ask = async (): Promise<Json> =>
    attemptMaker(instance)(readAttemptParams(instance, body), { commit, idempotentRequest: null });
  // A row that denies the quote denies it again. Another fault of a busy machine does not repeat, and is printed.
  const quote: Json = await ask().catch((error: Error) => {
    process.stdout.write(`${name} is asked for again, after: ${error.message}\n`);
    return ask().catch(() => ({}));
  });
  return [
    same(`${name} is paid at`, quote.to || null),
    same(`${name} asks for`, quote.amount === undefined ? null : Number(quote.amount).toFixed(4)),
    same(`${name} is in`, quote.id === undefined ? null : `${quote.contract} on ${quote.network?.symbol}`),
  ];
}
