// Renders refunds for the API: the whole refund for the merchant; what the customer needs for every other caller.
import type { Static } from 'typebox';
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../core/money/decimal.ts';
import { formatRate } from '../../../core/money/rate.ts';
import {
  isPayable,
  type RateKind,
  type RefundStatus,
  rateKinds,
  refundStatuses,
} from '../../../core/payment/outgoing/refund.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import { walletCodecOf } from '../../../io/chains/keys/wallet-codecs.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import type { ExpectedReport } from '../outgoing/expect-transfer.ts';
import { type UnsignedReason, unprepared, unsignedReasons, unsignedReasonText } from './psbt/unsigned-reason.ts';
import type { Refund } from './refund-store.ts';

const suggestedBy = ['chain', 'payer'] as const;
export type SuggestedBy = (typeof suggestedBy)[number];

/** An address that a refund may go to. */
export interface Suggested {
  /** Canonical. */
  readonly address: string;
  readonly by: SuggestedBy;
}

const statusDescription = [
  '`awaiting_address`: the customer names the destination at `refund_url`. `ready`: send `amount` to `to`. `seen`: a',
  'transfer to it is in a block. `sent`: it is confirmed. A reorg takes both steps back.',
].join(' ');

const publicFields = {
  id: uuid,
  invoice_id: uuid,
  status: Type.Unsafe<RefundStatus>({ type: 'string', enum: [...refundStatuses], description: statusDescription }),
  fiat_value: Type.String({ description: "A decimal in the invoice's currency." }),
  currency: Type.String(),
  cryptocurrency: Type.String(),
  network: Type.String(),
  network_name: Type.String(),
  to: nullable(Type.String()),
  amount: nullable(Type.String({ description: 'In coins; null before `ready`.' })),
  hash: nullable(Type.String()),
  confirmations: Type.Integer(),
  required_confirmations: Type.Integer(),
  explorer_url: nullable(Type.String()),
  exceeds_paid: Type.Boolean({
    description: [
      'Whether the open refunds of the invoice exceed the paid amount, as after a reorg removed a payment. Nothing can',
      'be signed until the payment is back, or the merchant cancels refunds.',
    ].join(' '),
  }),
  suggested_to: nullable(
    Type.String({
      description: [
        'Where the payment came from, until a destination is given. An exchange’s address must not be used: its',
        'customers cannot receive there.',
      ].join(' '),
    }),
  ),
  suggested_by: nullable(
    Type.Unsafe<SuggestedBy>({
      type: 'string',
      enum: [...suggestedBy],
      description: '`chain`: the chain shows that sender. `payer`: the payer stated it, and nothing proves it.',
    }),
  ),
  amount_differs: Type.Boolean({
    description: 'Another amount came. Send the right one, or accept it. `hash` is of the transfer that came.',
  }),
  seen_at: nullable({
    ...time,
    description:
      'When its transfer was seen. If a reorg removes the transfer, the time stays, and the status is `ready`.',
  }),
  created_at: time,
  updated_at: time,
};

const RateSources = Type.Object({
  method: Type.String(),
  at: Type.String(),
  sources: Type.Array(
    Type.Object({
      source: Type.String(),
      rate: Type.String(),
      at: Type.String(),
      pair: Type.Optional(Type.String()),
    }),
  ),
});

const ownFields = {
  app_id: uuid,
  refund_url: Type.String({ description: 'The page where the customer names the destination and follows the refund.' }),
  rate_kind: Type.Unsafe<RateKind>({ type: 'string', enum: [...rateKinds] }),
  rate: nullable(Type.String({ description: 'Fiat for one coin; null until it is quoted.' })),
  rate_sources: nullable(RateSources),
  quoted_until: nullable({
    ...time,
    description: 'Until then the amount is held. Reading the refund later renews it.',
  }),
  reason: nullable(Type.String()),
  payment_uri: nullable(
    Type.String({ description: 'For the merchant’s wallet, while `ready`, or `seen` with `amount_differs`.' }),
  ),
  unsigned: Type.Unsafe<string | Readonly<Record<string, string | number>> | null>({
    type: ['string', 'object', 'null'],
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    description: [
      'The transfer to sign, while there is a `payment_uri`. EVM: `{chain_id, to, value, data}`. TRON: the parameters',
      'of `TransferContract` or `TriggerSmartContract`. Amounts are decimals in smallest units. UTXO: a PSBT (BIP-174)',
      'as base64 text, built from coins that the app’s extended public key received.',
    ].join(' '),
  }),
  unsigned_reason: nullable(
    Type.Unsafe<UnsignedReason>({ type: 'string', enum: [...unsignedReasons], description: unsignedReasonText }),
  ),
  network_fee: nullable(Type.String({ description: 'The network fee of the PSBT, in coins; null without one.' })),
  block: nullable(Type.Integer()),
  from: nullable(Type.String({ description: 'The sender, where the chain shows it.' })),
  from_own: nullable(Type.Boolean({ description: 'Whether the sender is an address of the app; null if not known.' })),
  sent_amount: nullable(Type.String({ description: 'In coins.' })),
  refunded: Type.String({ description: "What it gave back, in the invoice's currency; 0 until `sent`." }),
  reported_hash: nullable(Type.String()),
  is_customers_address: Type.Boolean({ description: 'Whether the customer named `to`.' }),
  sent_after_cancellation: Type.Boolean(),
  ready_at: nullable(time),
  sent_at: nullable(time),
  canceled_at: nullable(time),
};

export const RefundView = Type.Object({ ...publicFields, ...Type.Partial(Type.Object(ownFields)).properties });

type Parts = Pick<Instance, 'catalog' | 'publicUrl'>;

/** The customer's view. `suggested`: where the payment came from; null if that is not known. */
export function publicRefundView(
  instance: Parts,
  refund: Refund,
  report: ExpectedReport | null,
  suggested: Suggested | null = null,
) {
  const asset = instance.catalog.assetById(refund.assetId);
  if (asset === null) throw new Error(`asset ${refund.assetId} is not in the catalog`);
  const { network } = asset;
  const shown = shownAddress(asset);
  return {
    id: refund.id,
    invoice_id: refund.invoiceId,
    status: refund.status,
    fiat_value: fiat(refund, refund.value),
    currency: refund.currency,
    cryptocurrency: asset.cryptocurrency.symbol,
    network: network.symbol,
    network_name: network.name,
    to: shown(refund.recipient),
    amount: coins(asset, refund.amount),
    hash: refund.hash,
    confirmations: report?.confirmations ?? 0,
    required_confirmations: report?.expected.confirmations ?? network.confirmations,
    explorer_url: refund.hash === null ? null : (network.explorerTransaction?.replace('{hash}', refund.hash) ?? null),
    exceeds_paid: refund.exceedsPaid && isOpen(refund),
    suggested_to: refund.recipient === null ? shown(suggested?.address ?? null) : null,
    suggested_by: refund.recipient === null ? (suggested?.by ?? null) : null,
    amount_differs: refund.amountDiffers,
    seen_at: refund.seenAt?.toISOString() ?? null,
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  };
}

/** The merchant's view. */
export function refundView(
  instance: Parts,
  refund: Refund,
  report: ExpectedReport | null,
  suggested: Suggested | null = null,
): Static<typeof RefundView> {
  const asset = instance.catalog.assetById(refund.assetId) as Asset;
  const view = publicRefundView(instance, refund, report, suggested);
  const { rateEvidence } = refund;
  return {
    ...view,
    app_id: refund.appId,
    refund_url: `${instance.publicUrl}/refund/${refund.id}`,
    rate_kind: refund.rateKind,
    rate: refund.rate === null ? null : formatRate(refund.rate),
    rate_sources: rateEvidence === null ? null : { ...rateEvidence, sources: [...rateEvidence.sources] },
    quoted_until: refund.quotedUntil?.toISOString() ?? null,
    reason: refund.reason,
    ...toSign(asset, refund),
    block: refund.block,
    from: shownAddress(asset)(refund.sender),
    from_own: refund.fromOwn,
    sent_amount: coins(asset, refund.sentAmount),
    refunded: fiat(refund, refund.refunded),
    reported_hash: refund.reportedHash,
    is_customers_address: refund.isCustomers,
    sent_after_cancellation: refund.canceledAt !== null && refund.watchId !== null,
    ready_at: refund.readyAt?.toISOString() ?? null,
    sent_at: refund.sentAt?.toISOString() ?? null,
    canceled_at: refund.canceledAt?.toISOString() ?? null,
  };
}

/** The payment link and the transfer to sign, while the refund waits for the merchant's wallet. */
function toSign({ network, contract, decimals }: Asset, refund: Refund) {
  const { recipient, amount } = refund;
  if (!isPayable(refund) || recipient === null || amount === null)
    return { payment_uri: null, unsigned: null, unsigned_reason: null, network_fee: null };
  if (refund.exceedsPaid) return { payment_uri: null, ...unprepared('exceeds_paid') };
  const transfer = { recipient, contract, amount, decimals };
  const wallets = walletCodecOf(network.family);
  return {
    payment_uri: codecOf(network.family).paymentUri(transfer, network.facts),
    unsigned: wallets.unsignedTransfer?.(transfer, network.facts) ?? null,
    unsigned_reason: wallets.prepareSpend === undefined ? null : ('not_prepared' as const),
    network_fee: null,
  };
}

function isOpen(refund: Refund): boolean {
  return refund.status === 'awaiting_address' || isPayable(refund);
}

function shownAddress({ network }: Asset) {
  const codec = codecOf(network.family);
  return (canonical: string | null) => (canonical === null ? null : codec.showAddress(canonical, network.facts));
}

function coins({ decimals }: Asset, amount: bigint | null): string | null {
  return amount === null ? null : formatUnits(amount, decimals);
}

function fiat({ currency }: Refund, value: bigint): string {
  return formatFixed(value, currencyOf(currency)?.decimals ?? 2);
}
