// Makes the quote of an attempt: rate, receiving address, and an amount that no other open quote on that address has.
import { LruMap } from 'toad-cache';
import type { FamilyName } from '../../core/config/network-entry.ts';
import { compareWithBound, currencyOf } from '../../core/money/currency.ts';
import {
  distinctionRoom,
  distinctionSteps,
  type QuoteInput,
  quoteAmount,
  quoteGrid,
  roundUpTo,
} from '../../core/money/quote.ts';
import { remainingOf } from '../../core/payment/invoice.ts';
import { beginning } from '../../core/payment/transaction.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import { codecOf } from '../../io/chains/codecs.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { depthFor } from '../ledger/depth-for.ts';
import type { Transaction } from '../ledger/transaction-store.ts';
import type { Finding } from '../tamper-alarms/finding.ts';
import type { AttemptContext, ReceivingWallet } from './attempt-context.ts';
import type { AttemptParams } from './attempt-params.ts';
import { takeDerivationIndex } from './attempt-store.ts';

interface QuoteMoment {
  readonly now: Date;
  /** Attempts at making this quote before this one. */
  readonly tries: number;
  /** The new child that an earlier try took, so that a retry burns no second one. */
  readonly taken: bigint | null;
}

export interface Quote {
  readonly transaction: Transaction;
  readonly walletId: string;
  readonly ownerId: string;
  readonly family: FamilyName;
  /** A child of the extended public key that only this quote was ever made with. */
  readonly taken: bigint | null;
}

/** Throws Problem where the app does not take the asset, has no address for it, or no fresh rate exists. */
export async function quoteFor(
  instance: Instance,
  params: AttemptParams,
  context: AttemptContext,
  moment: QuoteMoment,
): Promise<Quote> {
  const { invoice, settings, acceptance, wallet } = context;
  const { asset } = params;
  const minorDecimals = currencyOf(invoice.currency)?.decimals ?? 2;
  if (acceptance === null)
    throw fieldProblem('cryptocurrency', 'not_accepted', `The app does not accept ${named(asset)}.`);
  checkBounds(invoice.total, minorDecimals, acceptance.minTotal, acceptance.maxTotal);
  if (context.isStopped) throw addressTampered();
  if (wallet === null)
    throw fieldProblem('network', 'no_address', `The app has no address on ${asset.network.symbol}.`);
  const rated = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, settings.stablecoins, moment.now);
  if (rated === null) throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  await checkSeals(instance, params, { ...context, wallet });
  const due = remainingOf(invoice);
  const { taken, ...place } = await receivingPlace(instance, params, { ...context, wallet }, moment.taken);
  const quoted = { due, minorDecimals, rate: rated.rate, assetDecimals: asset.decimals };
  const isRequest = params.sender === null;
  const input = { ...quoted, grid: quoteGrid(asset.decimals, asset.cryptocurrency.stable), isRequest };
  const amount =
    place.derivationIndex === null
      ? distinctAmount(instance, input, `${place.recipient} ${asset.id}`, moment)
      : plainAmount(input);
  if (amount >= 10n ** 77n)
    throw fieldProblem('cryptocurrency', 'out_of_range', 'The amount would be too large to send.');
  const payable = { invoice, asset, settings, asked: acceptance.confirmations };
  const depth = depthFor(instance, payable, moment.now);
  const windowSeconds = params.isExchange ? exchangeWindowSeconds : settings.quoteWindowSeconds;
  const expireAt = new Date(moment.now.getTime() + windowSeconds * 1000);
  const id = instance.newId();
  const sealed = { id, networkId: asset.network.id, recipient: place.recipient };
  const transaction: Transaction = {
    id,
    invoiceId: invoice.id,
    appId: invoice.appId,
    networkId: asset.network.id,
    assetId: asset.id,
    sender: params.sender,
    isSenderDeclared: params.sender !== null,
    ...place,
    recipientMac: instance.seals.sign('recipient', sealed),
    rate: rated.rate,
    rateEvidence: rated.evidence,
    amount,
    quoted: due,
    ...beginning,
    matchedBy: null,
    requiredConfirmations: depth.confirmations,
    mustBeFinal: depth.mustBeFinal,
    expireAt,
    deadline: new Date(expireAt.getTime() + context.clockLeadMs),
    createdAt: moment.now,
    updatedAt: moment.now,
  };
  return { transaction, walletId: wallet.id, ownerId: context.ownerId, family: asset.network.family, taken };
}

type Tampered = Pick<Finding, 'subjectType' | 'subjectId'>;

/** Throws Problem address_tampered where the address that would be shown is not the one that its owner entered. */
async function checkSeals(
  instance: Instance,
  { asset }: AttemptParams,
  { invoice, wallet, earlier }: AttemptContext & { readonly wallet: ReceivingWallet },
): Promise<void> {
  const [appId, networkId] = [invoice.appId, asset.network.id];
  const found: Tampered | null =
    earlier !== null && !instance.seals.verify('recipient', { ...earlier, networkId }, earlier.recipientMac)
      ? { subjectType: 'transaction', subjectId: earlier.id }
      : null;
  const { use, ...held } = wallet;
  const row = { ...held, ...use, walletId: wallet.id, appId, networkId, enabled: true };
  const tampered: Tampered | null = instance.seals.verify('app_address', row, use.mac)
    ? found
    : { subjectType: 'address', subjectId: use.id };
  if (tampered === null) return;
  await instance.stopQuotes({ appId, ...tampered });
  throw addressTampered();
}

function addressTampered(): Problem {
  return new Problem('address_tampered', { headers: { 'retry-after': '3600' } });
}

interface ReceivingPlace {
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
  /** A fixed address that no other open attempt uses, given to this one by a payment request. */
  readonly isLeased: boolean;
  readonly taken: bigint | null;
}

/** How long a price is held for customers whose exchange takes its time to send, in seconds. */
const exchangeWindowSeconds = 3_600;

async function receivingPlace(
  instance: Instance,
  { asset, sender }: AttemptParams,
  context: AttemptContext & { readonly wallet: ReceivingWallet },
  taken: bigint | null,
): Promise<ReceivingPlace> {
  const { wallet } = context;
  if (context.earlier !== null) {
    const { recipient, derivationIndex, isLeased } = context.earlier;
    return { recipient, derivationIndex, isLeased, taken };
  }
  if (wallet.kind === 'address') {
    // Only where the app has no other: those that are not blocked come first.
    if (wallet.isBlocked)
      throw fieldProblem('cryptocurrency', 'blocked', `The issuer of ${named(asset)} has blocked the app's address.`);
    return { recipient: wallet.value, derivationIndex: null, isLeased: sender === null && wallet.isFree, taken };
  }
  const params = {
    ...{ walletId: wallet.id, appId: context.invoice.appId, invoiceId: context.invoice.id },
    ...{ networkId: asset.network.id, mostUnpaid: context.settings.unpaidAddressesMax },
  };
  const child = taken === null ? await takeDerivationIndex(instance.db, params) : { index: taken, isNew: true };
  if (child === null) throw new Problem('addresses_exhausted', { headers: { 'retry-after': '60' } });
  return {
    recipient: codecOf(asset.network.family).deriveAddress(wallet.value, child.index, asset.network.facts),
    derivationIndex: child.index,
    isLeased: false,
    taken: child.isNew ? child.index : null,
  };
}

interface DistinctInput extends QuoteInput {
  /** The step that exchanges still send. */
  readonly grid: bigint;
  /** Nobody said who will send: it may be an exchange. */
  readonly isRequest: boolean;
}

function plainAmount(input: DistinctInput): bigint {
  return input.isRequest ? roundUpTo(input.grid, quoteAmount(input)) : quoteAmount(input);
}

/**
 * On a shared address: the plain amount where this process has not quoted it lately, else one raised at random by at
 * most
 * 0.01 of the currency, by steps that exchanges still send; by finer ones for a declared wallet when those are used up.
 * The database has the last word on uniqueness.
 */
function distinctAmount(instance: Instance, input: DistinctInput, place: string, { now, tries }: QuoteMoment): bigint {
  const amount = plainAmount(input);
  const isFree = (one: bigint) => !recentlyQuoted(`${place} ${one}`, now.getTime());
  if (isFree(amount) && tries === 0) return amount;
  const room = distinctionRoom(input);
  for (const step of room > 0n ? distinctionSteps(room, input.grid, input.isRequest) : []) {
    // Less than the whole room, so that what is raised is never worth a minor unit more, at whatever rate it is valued.
    const steps = (room - 1n) / step;
    const start = steps === 0n ? 0n : BigInt(Math.floor(instance.random() * Number(steps)));
    for (let at = 0n; at < steps && at < mostTried; at++) {
      const raised = amount + step * (1n + ((start + at) % steps));
      if (isFree(raised)) return raised;
    }
  }
  throw new Problem('amounts_exhausted');
}

/** Amounts looked at for one step before a finer one is taken. */
const mostTried = 1_024n;

const recentMillis = 900_000;
/** What a quarter of an hour of a busy shop comes to: an amount that is forgotten costs its customer a second try. */
const recentQuotes = new LruMap<number>(100_000);

/**
 * Whether this amount was quoted here within the last quarter of an hour; from now on it was. A guess, to save a round
 * trip.
 */
function recentlyQuoted(key: string, now: number): boolean {
  const last = recentQuotes.get(key);
  recentQuotes.set(key, now);
  return last !== undefined && now - last < recentMillis;
}

function checkBounds(total: bigint, minorDecimals: number, least: string | null, most: string | null): void {
  const below = least !== null && compareWithBound(total, minorDecimals, least) < 0;
  const above = most !== null && compareWithBound(total, minorDecimals, most) > 0;
  if (below || above) {
    throw fieldProblem('cryptocurrency', 'not_accepted', 'The app accepts this coin only for other invoice totals.');
  }
}

function named(asset: Asset): string {
  return `${asset.cryptocurrency.symbol} on ${asset.network.symbol}`;
}
