// Made-up invoices, transactions and transfers, as the rows that views render.
import { amountForValue } from '../../../../core/money/rate.ts';
import { beginning } from '../../../../core/payment/transaction.ts';
import { factsOf } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import type { ShownTransaction } from '../../../money/ledger/transaction-store.ts';
import { madeUpAddress } from './made-up-address.ts';
import type { MadeUpPlace } from './made-up-place.ts';

/** Everything that a made-up object needs. */
export interface MakingUp {
  readonly instance: Instance;
  readonly appId: string;
  readonly place: MadeUpPlace;
  /** On the clock of the app. */
  readonly now: Date;
}

/** The moment in the life of an invoice that is made up. */
export type Made = 'open' | 'detected' | 'partially_paid' | 'paid' | 'expired' | 'canceled' | 'reversed' | 'refunded';

const [total, part, minorDecimals] = [2_500n, 1_000n, 2];
const quarterHourMillis = 900_000;
const dayMillis = 86_400_000;
const confirmations = 3;
const madeUpBlock = 1_000_000;

/** In cents: confirmed and seen. */
const paidBy: Readonly<Record<Made, readonly [paid: bigint, pending: bigint]>> = {
  open: [0n, 0n],
  detected: [0n, total],
  partially_paid: [part, 0n],
  paid: [total, 0n],
  expired: [0n, 0n],
  canceled: [0n, 0n],
  reversed: [0n, 0n],
  refunded: [total, 0n],
};

const statusOf: Readonly<Record<Made, Invoice['status']>> = {
  open: 'open',
  detected: 'open',
  partially_paid: 'partially_paid',
  paid: 'paid',
  expired: 'expired',
  canceled: 'canceled',
  reversed: 'open',
  refunded: 'paid',
};

export function madeUpInvoice({ instance, appId, now }: MakingUp, made: Made, sequence: bigint): Invoice {
  const [paid, pending] = paidBy[made];
  const createdAt = new Date(now.getTime() - (made === 'expired' ? dayMillis : quarterHourMillis));
  const expiresAt = new Date(createdAt.getTime() + dayMillis);
  const item = { name: 'Ethiopia Sidamo, 1 kg', quantity: 2, price: '12.50', image: null };
  return {
    id: instance.newSecretId(),
    appId,
    status: statusOf[made],
    currency: 'USD',
    total,
    paid,
    pending,
    refunded: made === 'refunded' ? part : 0n,
    tolerance: 0n,
    exceptions: made === 'reversed' ? ['reorged'] : made === 'refunded' ? ['partially_refunded'] : [],
    reference: 'order-1042',
    order: { reference: 'order-1042', description: 'Made up by the sandbox', items: [item] },
    customer: { email: 'ada@shop.example', name: 'Ada Example' },
    successUrl: null,
    cancelUrl: null,
    metadata: { order_id: '1042' },
    sequence,
    expiresAt,
    deadline: expiresAt,
    acceptedAt: null,
    paidAt: made === 'paid' || made === 'refunded' ? now : null,
    createdAt,
    updatedAt: now,
  };
}

export interface MadeUpTransaction {
  readonly transaction: ShownTransaction;
  /** The height to which its network would be read. */
  readonly height: number | null;
}

export function madeUpTransaction(making: MakingUp, made: Made, invoice: Invoice): MadeUpTransaction {
  const { instance, appId, place, now } = making;
  const { asset, rate } = place;
  const amount = amountForValue(total, minorDecimals, rate, asset.decimals);
  const createdAt = new Date(now.getTime() - (made === 'expired' ? quarterHourMillis : 60_000));
  const expireAt = new Date(createdAt.getTime() + quarterHourMillis);
  const transaction: ShownTransaction = {
    ...beginning,
    id: instance.newId(),
    invoiceId: invoice.id,
    appId,
    networkId: asset.network.id,
    assetId: asset.id,
    sender: madeUpAddress(asset, 1n),
    isSenderDeclared: true,
    recipient: madeUpAddress(asset, 0n),
    derivationIndex: null,
    isLeased: false,
    rate,
    amount,
    quoted: total,
    identifiedBy: 'amount',
    matchedBy: null,
    requiredConfirmations: confirmations,
    mustBeFinal: false,
    expireAt,
    deadline: expireAt,
    createdAt,
    updatedAt: now,
    ...(made === 'expired' ? { status: 'canceled' as const, reason: 'expired' as const } : {}),
    ...(made === 'open' || made === 'expired' ? {} : seen(making, made, amount)),
  };
  const height = transaction.block === null ? null : madeUpBlock + (made === 'detected' ? 0 : confirmations - 1);
  return { transaction, height };
}

/** The state of a transaction with a payment that was seen, confirmed, or removed by a reorg. */
function seen(making: MakingUp, made: Made, amount: bigint) {
  const hash = madeUpHash(making);
  if (made === 'reversed') return { status: 'rejected' as const, reason: 'reorged' as const, hash, received: amount };
  const place = { hash, block: madeUpBlock, blockHash: madeUpHash(making), received: amount };
  const state = made === 'detected' ? { pending: total } : { status: 'success' as const, credited: total };
  return { ...place, ...state, matchedBy: 'amount' as const };
}

/** A transfer that no transaction expected. */
export function madeUpTransfer(making: MakingUp) {
  const { asset, rate } = making.place;
  return {
    assetId: asset.id,
    sender: madeUpAddress(asset, 2n),
    recipient: madeUpAddress(asset, 0n),
    amount: amountForValue(part, minorDecimals, rate, asset.decimals),
    txHash: madeUpHash(making),
    block: madeUpBlock,
  };
}

/** Half of it is zeros, so that it is visibly not a real hash. */
export function madeUpHash({ instance, place }: MakingUp): string {
  const digits = `${'0'.repeat(32)}${instance.newSecretId().replaceAll('-', '')}`;
  return factsOf(place.asset.network.family).hashPrefix + digits;
}
