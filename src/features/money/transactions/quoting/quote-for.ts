// Makes the quote of an attempt: the rate, the receiving address, and an amount that identifies the payment at a shared
// address.
import type { FamilyName } from '../../../../core/config/network-entry.ts';
import { compareWithBound, currencyOf } from '../../../../core/money/currency.ts';
import { remainingOf } from '../../../../core/payment/invoice.ts';
import { beginning } from '../../../../core/payment/transaction.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { TamperedRow } from '../../../../io/db/sealed/row-guard.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { timeAhead } from '../../../people/apps/clock/clock-lead.ts';
import { depthFor } from '../../ledger/depth-for.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { Acceptance, AttemptContext, CanceledAttempt, ReceivingWallet } from '../attempt-context.ts';
import type { AttemptParams } from '../attempt-params.ts';
import { noteVisitorChild, takeDerivationIndex, takePlaceIndex, watchShared } from './place-store.ts';
import { quotedAmount } from './quoted-amount.ts';
import type { TakenAmounts } from './taken-amounts.ts';

interface QuoteMoment {
  readonly now: Date;
  /** The number of earlier tries to make this quote. */
  readonly tries: number;
  /** The new child that an earlier try took. Reusing it keeps a retry from taking a second one. */
  readonly taken: bigint | null;
  /** The place that a rail made for an earlier try. Reusing it keeps a retry from requesting a second one. */
  readonly asked: AskedPlace | null;
  readonly takenAmounts: TakenAmounts;
}

/** A place that a rail without blocks made for exactly this amount. */
export interface AskedPlace {
  readonly account: string;
  readonly recipient: string;
  readonly index: bigint;
  /** In smallest units. */
  readonly amount: bigint;
  readonly expireAt: Date;
}

export interface Quote {
  readonly transaction: Transaction;
  readonly walletId: string;
  readonly ownerId: string;
  readonly family: FamilyName;
  /** A child of the extended public key that no other quote has used. */
  readonly taken: bigint | null;
  /** Null on chains. */
  readonly asked: AskedPlace | null;
}

/**
 * Throws Problem if the app does not accept the asset, has no address for it, or there is no fresh rate, and if a rail
 * without blocks makes no place. Do not call it inside a database transaction, because it requests the place.
 */
export async function quoteFor(
  instance: Instance,
  params: AttemptParams,
  context: AttemptContext,
  moment: QuoteMoment,
): Promise<Quote> {
  const { invoice, settings } = context;
  const { asset } = params;
  const { acceptance, wallet } = acceptedTerms(asset, context);
  const rated = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, settings.stablecoins, moment.now);
  if (rated === null) throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  refuseTampered(wallet.fault ?? context.earlier?.fault ?? null);
  const due = remainingOf(invoice);
  const { taken, ...given } = await receivingPlace(instance, params, { ...context, wallet }, moment);
  const terms = { asset, invoice, due, rate: rated.rate, settings, isRequest: params.sender === null };
  const priced = await quotedAmount(instance, terms, given, moment);
  if (priced.amount >= 10n ** 77n)
    throw fieldProblem('cryptocurrency', 'out_of_range', 'The amount would be too large to send.');
  const payable = { invoice, asset, settings, asked: acceptance.confirmations };
  const depth = depthFor(instance, payable, moment.now);
  const id = instance.newId();
  const wanted = {
    reference: id,
    account: wallet.value,
    amount: priced.amount,
    expireAt: new Date(moment.now.getTime() + windowSecondsOf(params, settings) * 1000),
  };
  const asked = asset.network.isBlockless ? await askedPlace(instance, { asset, wallet, wanted }, moment) : null;
  const place = asked === null ? given : { ...given, recipient: asked.recipient, derivationIndex: asked.index };
  const ahead = (at: Date) => timeAhead(at, context.appLeadSeconds);
  const [createdAt, expireAt] = [ahead(moment.now), ahead(asked?.expireAt ?? wanted.expireAt)];
  const transaction: Transaction = {
    id,
    invoiceId: invoice.id,
    appId: invoice.appId,
    networkId: asset.network.id,
    assetId: asset.id,
    sender: params.sender,
    isSenderDeclared: params.sender !== null,
    ...place,
    ...priced,
    rate: rated.rate,
    rateEvidence: rated.evidence,
    quoted: due,
    ...beginning,
    matchedBy: null,
    requiredConfirmations: depth.confirmations,
    mustBeFinal: depth.mustBeFinal,
    expireAt,
    deadline: new Date(expireAt.getTime() + context.clockLeadMs),
    createdAt,
    updatedAt: createdAt,
  };
  return { transaction, walletId: wallet.id, ownerId: context.ownerId, family: asset.network.family, taken, asked };
}

/**
 * Returns whether the canceled attempt has the same quote as the new request: the same value for the same time. Throws
 * Problem as quoteFor does, but needs no rate.
 */
export function canReopen(params: AttemptParams, context: AttemptContext, canceled: CanceledAttempt): boolean {
  const { wallet } = acceptedTerms(params.asset, context);
  const isSame =
    canceled.quoted === remainingOf(context.invoice) &&
    canceled.windowSeconds === windowSecondsOf(params, context.settings);
  if (isSame) refuseTampered(wallet.fault ?? canceled.fault);
  return isSame;
}

function acceptedTerms(
  asset: Asset,
  { invoice, acceptance, wallet, isStopped }: AttemptContext,
): { readonly acceptance: Acceptance; readonly wallet: ReceivingWallet } {
  const minorDecimals = currencyOf(invoice.currency)?.decimals ?? 2;
  if (acceptance === null)
    throw fieldProblem('cryptocurrency', 'not_accepted', `The app does not accept ${named(asset)}.`);
  checkBounds(invoice.total, minorDecimals, acceptance.minTotal, acceptance.maxTotal);
  if (isStopped) throw addressTampered();
  if (wallet === null)
    throw fieldProblem('network', 'no_address', `The app has no address on ${asset.network.symbol}.`);
  return { acceptance, wallet };
}

function windowSecondsOf({ isExchange }: AttemptParams, { quoteWindowSeconds }: AttemptContext['settings']): number {
  return isExchange ? exchangeWindowSeconds : quoteWindowSeconds;
}

/** Throws Problem address_tampered if the address is not the one that its owner entered. */
function refuseTampered(fault: TamperedRow | null): void {
  if (fault !== null) throw addressTampered();
}

function addressTampered(): Problem {
  return new Problem('address_tampered', { headers: { 'retry-after': '3600' } });
}

interface ReceivingPlace {
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
  /** A fixed address that no other open attempt uses, reserved for this payment request. */
  readonly isLeased: boolean;
  readonly taken: bigint | null;
}

/** In seconds. Exchanges may take this long to send a payment. */
const exchangeWindowSeconds = 3_600;

async function receivingPlace(
  instance: Instance,
  { asset, sender }: AttemptParams,
  context: AttemptContext & { readonly wallet: ReceivingWallet },
  { taken, now }: Pick<QuoteMoment, 'taken' | 'now'>,
): Promise<ReceivingPlace> {
  const { wallet, visit } = context;
  // Until the rail has answered, its account and the first index take the place's position.
  if (asset.network.isBlockless) return { recipient: wallet.value, derivationIndex: 0n, isLeased: false, taken: null };
  if (context.earlier !== null) {
    const { recipient, derivationIndex, isLeased } = context.earlier;
    return { recipient, derivationIndex, isLeased, taken };
  }
  if (wallet.kind === 'address') {
    // Addresses that are not blocked are preferred, so the app has no other.
    if (wallet.isBlocked)
      throw fieldProblem('cryptocurrency', 'blocked', `The issuer of ${named(asset)} has blocked the app's address.`);
    return { recipient: wallet.value, derivationIndex: null, isLeased: sender === null && wallet.isFree, taken };
  }
  const params = {
    walletId: wallet.id,
    appId: context.invoice.appId,
    invoiceId: context.invoice.id,
    networkId: asset.network.id,
    mostUnpaid: context.settings.unpaidAddressesMax,
    visit,
    taken,
    now,
  };
  const { index, kind } = await takeDerivationIndex(instance.db, params);
  const recipient = codecOf(asset.network.family).deriveAddress(wallet.value, index, asset.network.facts);
  const child = { ...params, index, address: recipient };
  if (visit !== null && kind !== 'shared') await noteVisitorChild(instance.db, { ...child, ...visit });
  if (kind === 'new' || kind === 'own')
    return { recipient, derivationIndex: index, isLeased: false, taken: kind === 'new' ? index : null };
  if (!(await watchShared(instance.db, child)))
    throw new Problem('temporarily_unavailable', { headers: { 'retry-after': '1' } });
  return { recipient, derivationIndex: null, isLeased: kind === 'held' && sender === null, taken: null };
}

interface PlaceWanted {
  readonly asset: Asset;
  readonly wallet: ReceivingWallet;
  readonly wanted: Pick<AskedPlace, 'account' | 'amount' | 'expireAt'> & { readonly reference: string };
}

/**
 * Requests a place from the rail, unless an earlier try has a fitting one. Throws Problem temporarily_unavailable and
 * stores nothing if the rail makes none.
 */
async function askedPlace(
  instance: Pick<Instance, 'db' | 'places'>,
  { asset, wallet, wanted }: PlaceWanted,
  { asked }: Pick<QuoteMoment, 'asked'>,
): Promise<AskedPlace> {
  const { account, amount, expireAt, reference } = wanted;
  if (asked !== null && asked.account === account && asked.amount === amount) return asked;
  const { network, contract } = asset;
  const recipient = await instance.places.make(network, {
    account,
    contract,
    amount,
    reference,
    expiresAt: expireAt,
  });
  if (recipient === null) throw railSilent(network);
  return { account, recipient, amount, expireAt, index: await takePlaceIndex(instance.db, wallet.id) };
}

function railSilent({ name }: Asset['network']): Problem {
  const detail = `${name} does not answer, so there is no place to pay at. Try again, or choose another coin.`;
  return new Problem('temporarily_unavailable', { detail, headers: { 'retry-after': '5' } });
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
