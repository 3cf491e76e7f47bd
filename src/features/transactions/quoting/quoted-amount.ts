// The amount of a quote, and how its payment is told from others at the address.
import type { AppSettings } from '../../../core/app-settings.ts';
import { amountRoomOf } from '../../../core/app-settings.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { formatUnits } from '../../../core/money/decimal.ts';
import {
  distinctAmounts,
  distinctionRoom,
  distinctionSteps,
  type QuoteInput,
  quoteAmount,
  quoteGrid,
  roundUpTo,
} from '../../../core/money/quote.ts';
import type { Rate } from '../../../core/money/rate.ts';
import { canBePaid } from '../../../core/payment/offer/payable.ts';
import type { IdentifiedBy } from '../../../core/payment/transaction.ts';
import { fieldProblem, type Problem } from '../../../core/problem.ts';
import type { Asset } from '../../catalog/catalog.ts';
import { leastSendable } from '../../catalog/least-sendable.ts';
import type { Instance } from '../../instance.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listPromised } from './promise-store.ts';

/** The terms of a quote. */
export interface AskedQuote {
  readonly asset: Pick<Asset, 'id' | 'decimals' | 'cryptocurrency' | 'network'>;
  readonly invoice: Invoice;
  /** The remainder of the invoice, in minor units of its currency. */
  readonly due: bigint;
  readonly rate: Rate;
  readonly settings: Pick<AppSettings, 'amountRoom'>;
  /** No sender is declared, so an exchange may pay: the amount has no more decimals than exchanges send. */
  readonly isRequest: boolean;
}

/** Where it is paid. */
interface Place {
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
  readonly isLeased: boolean;
}

/** `amount` in smallest units. */
export interface QuotedAmount {
  readonly amount: bigint;
  readonly identifiedBy: IdentifiedBy;
  readonly isLeased: boolean;
}

/**
 * The plain amount at an address that was given out once. At a shared one, the plain amount on the first try; when the
 * database refused that, one that no other invoice is promised, raised within the app's `amount_room`. Where none is
 * left, the plain amount, which the customer's claim of the hash identifies. The remainder of an invoice is raised to
 * the least amount that can be sent. Throws Problem `below_minimum` where a whole invoice is below it.
 */
export async function quotedAmount(
  instance: Pick<Instance, 'db' | 'random'>,
  asked: AskedQuote,
  { recipient, derivationIndex, isLeased }: Place,
  { now, tries }: { readonly now: Date; readonly tries: number },
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
  if (tries === 0) return { amount: plain, identifiedBy, isLeased };
  const room = distinctionRoom(input, amountRoomOf(due, minorDecimals, settings));
  const steps = room > 0n ? distinctionSteps(room, grid, isRequest) : [];
  const amounts = [plain, ...distinctAmounts(plain, room, { steps, random: () => instance.random() })];
  const place = { recipient, assetId: asset.id, invoiceId: invoice.id, now };
  const promised = await listPromised(instance.db, place, amounts);
  const free = amounts.find((one) => !promised.has(one));
  return free === undefined
    ? { amount: plain, identifiedBy: 'hash', isLeased: false }
    : { amount: free, identifiedBy, isLeased };
}

function belowMinimum({ cryptocurrency, network, decimals }: AskedQuote['asset'], least: bigint): Problem {
  const minimum = `${formatUnits(least, decimals)} ${cryptocurrency.symbol}`;
  const message = `Wallets can send no less than ${minimum} on ${network.symbol}. Choose another coin.`;
  return fieldProblem('cryptocurrency', 'below_minimum', message);
}
