// Renders unmatched payments for the API.

import { formatUnits } from '../../../../core/money/decimal.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import type { UnmatchedPayment } from './unmatched-store.ts';

export const unmatchedStatuses = ['waiting', 'assigned', 'dismissed', 'withdrawn'] as const;

export const UnmatchedPaymentView = Type.Object({
  id: uuid,
  app_id: uuid,
  status: Type.Unsafe<string>({
    type: 'string',
    enum: [...unmatchedStatuses],
    description: '`withdrawn`: a reorganization of the chain removed it.',
  }),
  reason: Type.String({
    description: [
      'Why: `unknown`, `ambiguous`, `wrong_asset`, `wrong_network`, `invoice_canceled`, `held` (by',
      'late_payments), `short_delivery` (less arrived than the token reports), `selfdestruct` (sent without a call),',
      '`unproved_call` (shown by the balance only), `asset_stopped` (its contract contradicts the pinned decimals),',
      '`address_blocked` (by the token’s issuer), `out_of_range` (too large), `undecided` (see the log).',
    ].join(' '),
  }),
  candidates: Type.Array(uuid, { description: 'Transactions that it may pay, the likeliest first.' }),
  evidence: Type.Array(
    Type.Object({
      transaction_id: uuid,
      speaks: Type.Array(
        Type.Unsafe<string>({ type: 'string', enum: ['address', 'amount', 'near_amount', 'sender', 'signature'] }),
      ),
    }),
    { description: 'The evidence for each candidate.' },
  ),
  dust: Type.Boolean({
    description: 'Worth almost nothing: one entry for each coin, address and day (UTC).',
  }),
  claims: Type.Array(uuid, { description: 'Transactions with a customer’s claim for it.' }),
  transaction_id: nullable(Type.String({ format: 'uuid', description: 'The transaction that it was assigned to.' })),
  cryptocurrency: Type.String(),
  network: Type.String(),
  contract: nullable(Type.String()),
  from: nullable(Type.String()),
  to: Type.String(),
  amount: Type.String(),
  hash: Type.String(),
  block: nullable(Type.Integer()),
  created_at: time,
});

type Shown = Omit<UnmatchedPayment, 'transfer'> & {
  readonly transfer: Pick<
    UnmatchedPayment['transfer'],
    'assetId' | 'sender' | 'recipient' | 'amount' | 'txHash' | 'block'
  >;
};

export function unmatchedPaymentView(instance: Pick<Instance, 'catalog'>, payment: Shown) {
  const { transfer } = payment;
  const asset = instance.catalog.assetById(transfer.assetId);
  if (asset === null) throw new Error(`asset ${transfer.assetId} is not in the catalog`);
  const codec = codecOf(asset.network.family);
  return {
    id: payment.id,
    app_id: payment.appId,
    status: payment.status as string,
    reason: payment.reason,
    candidates: [...payment.candidates],
    evidence: payment.evidence.map((one) => ({ ...one, speaks: [...one.speaks] })),
    dust: payment.dustAmount !== null,
    claims: [...payment.claims],
    transaction_id: payment.transactionId,
    cryptocurrency: asset.cryptocurrency.symbol,
    network: asset.network.symbol,
    contract: asset.contract === '' ? null : codec.showAddress(asset.contract, asset.network.facts),
    from: transfer.sender === null ? null : codec.showAddress(transfer.sender, asset.network.facts),
    to: codec.showAddress(transfer.recipient, asset.network.facts),
    amount: formatUnits(payment.dustAmount ?? transfer.amount, asset.decimals),
    hash: transfer.txHash,
    block: transfer.block,
    created_at: payment.createdAt.toISOString(),
  };
}
