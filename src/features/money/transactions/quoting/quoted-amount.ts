// Calculates the amount of a quote, and decides how its payment is recognized at the address.
import type { AppSettings } from '../../../../core/app-settings.ts';
import { amountRoomOf } from '../../../../core/app-settings.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatUnits } from '../../../../core/money/decimal.ts';
import {
  distinctAmounts,
  distinctionRoom,
  distinctionSteps,
  type QuoteInput,
  quoteAmount,
  quoteGrid,
  roundUpTo,
} from '../../../../core/money/quote.ts';
import type { Rate } from '../../../../core/money/rate.ts';
import { canBePaid } from '../../../../core/payment/offer/payable.ts';
import type { IdentifiedBy } from '../../../../core/payment/transaction.ts';
import { fieldProblem, type Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { leastSendable } from '../../../known/catalog/least-sendable.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listPromised, type PromisePlace } from './place-store.ts';
import type { TakenAmounts } from './taken-amounts.ts';

/** The terms of a quote. */
export interface AskedQuote {
  readonly asset: Pick<Asset, 'id' | 'decimals' | 'cryptocurrency' | 'network'>;
  readonly invoice: Invoice;
  /** The remaining total of the invoice, in minor units of its currency. */
  readonly due: bigint;
  readonly rate: Rate;
  readonly settings: Pick<AppSettings, 'amountRoom'>;
  /** No sender is declared, so an exchange may pay. The amount has no more decimals than exchanges send. */
  readonly isRequest: boolean;
}

/** The address that receives the payment. */
interface Place {
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
  readonly isLeased: boolean;
}

interface AmountMoment {
  readonly now: Date;
  /** The number of earlier tries to make this quote. */
  readonly tries: number;
  readonly takenAmounts: TakenAmounts;
}

/** `amount` in smallest units. */
export interface QuotedAmount {
  readonly amount: bigint;
  readonly identifiedBy: IdentifiedBy;
  readonly isLeased: boolean;
}

/**
 * Returns the plain amount at an address that was given out once. At a shared address, returns the plain amount if it
 * is free, or a larger one within the app's `amount_room`. If none is free, returns the plain amount, and the
 * customer's claim of the hash identifies the payment. A remainder is raised to the least amount that can be sent.
 * Throws Problem `below_minimum` if the whole invoice is below it.
 */
export async function quotedAmount(
  instance: Pick<Instance, 'db' | 'random'>,
  asked: AskedQuote,
  { recipient, derivationIndex, isLeased }: Place,
  { now, tries, takenAmounts }: AmountMoment,
): Promise<QuotedAmount> {
  const { asset, invoice, due, rate, settings, isRequest } = asked;
  const minorDecimals = currencyOf(invoice.currency)?.decimals ?? 2;
  const input: QuoteInput = { due, minorDecimals, rate, assetDecimals: asset.decimals };
  const grid = quoteGrid(asset.decimals, asset.cryptocurrency.stable);
  const least = leastSendable({ network: asset.network, asset, address: recipient });
  const priced = quoteAmount(input);
  if (!canBePaid(invoice, least, () => priced)) throw belowMinimum(asset, least);
  const exact = priced > least ? priced : least;
  const plain = isRequest ? roundUpTo(grid, exact) : exact;
  if (derivationIndex !== null) return { amount: plain, identifiedBy: 'address', isLeased };
  const identifiedBy = isLeased ? 'address' : 'amount';
  const place = { recipient, assetId: asset.id, invoiceId: invoice.id, now };
  const quoted = (amount: bigint): QuotedAmount => {
    takenAmounts.addQuoted(place, amount);
    return { amount, identifiedBy, isLeased };
  };
  if (tries === 0 && !takenAmounts.isLikelyTaken(place, plain)) return quoted(plain);
  const room = distinctionRoom(input, amountRoomOf(due, minorDecimals, settings));
  const steps = room > 0n ? distinctionSteps(room, grid, isRequest) : [];
  const random = () => instance.random();
  const draw = (step: bigint, most: bigint) => distinctAmounts(plain, room, { step, most, random });
  const guess =
    tries === 0 ? draw(steps[0] ?? 1n, fewAmounts).find((one) => !takenAmounts.isLikelyTaken(place, one)) : undefined;
  const free = guess ?? (await freeAmount(instance.db.byKey, place, { plain, steps, draw }));
  if (guess === undefined && free !== plain) takenAmounts.addRefused(place, plain);
  return free === undefined ? { amount: plain, identifiedBy: 'hash', isLeased: false } : quoted(free);
}

/** The number of amounts drawn from each step. One of them is free unless most amounts of the step are taken. */
const fewAmounts = 16n;
/** The number of amounts drawn from the finest step before the room counts as used up. */
const manyAmounts = 2_048n;

interface AmountRange {
  readonly plain: bigint;
  /** The steps by which the amount may be raised, the coarsest first. */
  readonly steps: readonly bigint[];
  /** Draws at most `most` amounts that are raised by multiples of the step. */
  readonly draw: (step: bigint, most: bigint) => readonly bigint[];
}

async function freeAmount(
  db: Queryable,
  place: PromisePlace,
  { plain, steps, draw }: AmountRange,
): Promise<bigint | undefined> {
  for (const step of steps) {
    const free = await firstFree(db, place, [plain, ...draw(step, fewAmounts)]);
    if (free !== undefined) return free;
  }
  return await firstFree(db, place, [plain, ...draw(steps.at(-1) ?? 1n, manyAmounts)]);
}

async function firstFree(db: Queryable, place: PromisePlace, amounts: readonly bigint[]): Promise<bigint | undefined> {
  const promised = await listPromised(db, place, amounts);
  return amounts.find((one) => !promised.has(one));
}

function belowMinimum({ cryptocurrency, network, decimals }: AskedQuote['asset'], least: bigint): Problem {
  const minimum = `${formatUnits(least, decimals)} ${cryptocurrency.symbol}`;
  const message = `Wallets cannot send less than ${minimum} on ${network.symbol}. Choose another coin.`;
  return fieldProblem('cryptocurrency', 'below_minimum', message);
}
