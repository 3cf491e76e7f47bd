// Renders transactions for the API: the published fields, and further fields for a checkout.

import { formatUnits } from '../../../core/money/decimal.ts';
import { formatRate } from '../../../core/money/rate.ts';
import { confirmationsOf, type IdentifiedBy } from '../../../core/payment/transaction.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { InternalTransfers, Network } from '../../known/catalog/catalog.ts';
import { CryptocurrencyView, cryptocurrencyView, NetworkView, networkView } from '../../known/catalog/view.ts';
import type { ShownTransaction } from './transaction-store.ts';

const reasons = [
  ...['requested', 'expired', 'superseded', 'address_lost'],
  ...['failed_on_chain', 'double_spent', 'reorged', 'late'],
];

export const TransactionView = Type.Object({
  id: uuid,
  invoice_id: uuid,
  from: Type.Optional(
    Type.String({ description: "The sender's address; absent until a payment shows it or a client declares it." }),
  ),
  to: Type.String({ description: "The merchant's address." }),
  rate: Type.String({ description: 'The fiat price of one whole coin.' }),
  amount: nullable(Type.String({ description: 'The amount to send. Null for a payment without a quote.' })),
  hash: nullable(Type.String({ examples: ['0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'] })),
  block: nullable(Type.Integer({ description: 'Null before it is mined, and on a network without blocks.' })),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: ['processing', 'success', 'canceled', 'rejected'],
    description: [
      'On pages: `processing` is Awaiting payment, or Confirming once `hash` is set; `success` is Confirmed;',
      '`rejected` is Failed, or Reversed with the reason `reorged`.',
    ].join(' '),
  }),
  reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...reasons, null],
  }),
  created_at: time,
  updated_at: time,
  expire_at: nullable(time),
  cryptocurrency: CryptocurrencyView,
  network: NetworkView,
  received_amount: nullable(Type.String()),
  confirmations: Type.Integer(),
  required_confirmations: Type.Integer(),
  requires_finality: Type.Boolean({ description: 'Whether its block must also be final on the network.' }),
  matched_by: nullable(Type.String({ description: 'The rule that matched the payment with this transaction.' })),
  identified_by: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: ['address', 'amount', 'hash', null],
    description: [
      'How the payment is recognized: by its own address, by its own amount, or by the hash of the chain transaction',
      'if no own amount was left: claim it after paying. Null without a quote.',
    ].join(' '),
  }),
  payment_uri: nullable(
    Type.String({
      description: [
        'Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks.',
        'TRON has no standard: for a',
        'token it contains the address only.',
      ].join(' '),
    }),
  ),
  explorer_url: nullable(Type.String()),
  contract: nullable(Type.String({ description: "The token's contract; null for the native coin." })),
  address_signature: Type.Optional(
    Type.String({
      description: [
        'With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency,',
        'contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified',
        'with GET /address-key. Unless it is `awaited`, `to` is empty.',
      ].join(' '),
    }),
  ),
  claim_text: Type.String({
    description:
      "The sender signs it, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs.",
  }),
  claim_notice: Type.Optional(
    Type.Object(
      { code: Type.Literal('unlisted_token'), contract: Type.String(), message: Type.String() },
      { description: 'In the response to a claim for a token that is not accepted here.' },
    ),
  ),
});

/**
 * Returns the text that the sender of a chain transaction signs to claim that it pays this transaction. The text names
 * the host, so that it is valid for this service only.
 */
export function claimText(publicUrl: string, id: string, hash: string): string {
  return `${hostOf(publicUrl)}: the chain transaction ${hash} pays the transaction ${id}.`;
}

/** Hosts by URL. Every view names the host, and parsing a URL costs more than the rest of the text. */
const hosts = new Map<string, string>();

function hostOf(publicUrl: string): string {
  const known = hosts.get(publicUrl) ?? new URL(publicUrl).host;
  hosts.set(publicUrl, known);
  return known;
}

/** `scannedHeight` is the height to which the network was read. Confirmations are counted from it. */
export function transactionView(instance: Instance, transaction: ShownTransaction, scannedHeight: number | null) {
  const asset = instance.catalog.assetById(transaction.assetId);
  if (asset === null) throw new Error(`asset ${transaction.assetId} is not in the catalog`);
  const { network, cryptocurrency, decimals } = asset;
  const codec = codecOf(network.family);
  const units = (amount: bigint | null) => (amount === null ? null : formatUnits(amount, decimals));
  return {
    id: transaction.id,
    invoice_id: transaction.invoiceId,
    ...(transaction.sender === null ? {} : { from: codec.showAddress(transaction.sender, network.facts) }),
    to: codec.showAddress(transaction.recipient, network.facts),
    rate: formatRate(transaction.rate),
    amount: units(transaction.amount),
    hash: transaction.hash,
    block: transaction.block,
    status: transaction.status as string,
    reason: transaction.reason as string | null,
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
    expire_at: transaction.expireAt?.toISOString() ?? null,
    cryptocurrency: cryptocurrencyView(cryptocurrency, instance.rates, instance.clock.now()),
    network: { ...networkView(network), internal_transfers: internalTransfersAt(network, transaction) },
    received_amount: units(transaction.received),
    confirmations: confirmationsOf(transaction, scannedHeight),
    required_confirmations: transaction.requiredConfirmations,
    requires_finality: transaction.mustBeFinal,
    matched_by: transaction.matchedBy as string | null,
    identified_by: identifiedBy(transaction) as string | null,
    payment_uri:
      transaction.amount === null || asset.stopped === 'not_configured'
        ? null
        : codec.paymentUri(
            { recipient: transaction.recipient, contract: asset.contract, amount: transaction.amount, decimals },
            network.facts,
          ),
    explorer_url:
      transaction.hash === null || network.explorerTransaction === null
        ? null
        : network.explorerTransaction.replace('{hash}', transaction.hash),
    contract: asset.contract === '' ? null : codec.showAddress(asset.contract, network.facts),
    claim_text: claimText(instance.publicUrl, transaction.id, '{hash}'),
  };
}

/** Attempts from before version 0.2 have no stored value, so it is derived from the kind of address. */
function identifiedBy({ identifiedBy: known, amount, derivationIndex }: ShownTransaction): IdentifiedBy | null {
  if (known !== null || amount === null) return known;
  return derivationIndex === null ? 'amount' : 'address';
}

/** On a shared address, an internal transfer known only from a balance cannot be matched to an attempt. */
function internalTransfersAt(
  { internalTransfers }: Network,
  { derivationIndex }: Pick<ShownTransaction, 'derivationIndex'>,
): InternalTransfers | null {
  return internalTransfers === 'one_time_addresses' && derivationIndex === null ? 'direct_only' : internalTransfers;
}
