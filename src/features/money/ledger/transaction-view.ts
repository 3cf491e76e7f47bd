// Transactions as the API shows them: the published fields, and what a checkout needs beside them.

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
  to: Type.String({ description: "The merchant's own address." }),
  rate: Type.String({ description: 'Fiat per one whole coin.' }),
  amount: nullable(Type.String({ description: 'How much to send. Null for a payment that came without a quote.' })),
  hash: nullable(Type.String({ examples: ['0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'] })),
  block: nullable(Type.Integer({ description: 'Null before it is mined, and on a network without blocks.' })),
  status: Type.Unsafe<string>({ type: 'string', enum: ['processing', 'success', 'canceled', 'rejected'] }),
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
  matched_by: nullable(Type.String({ description: 'What tied the payment to this transaction.' })),
  identified_by: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: ['address', 'amount', 'hash', null],
    description: [
      'How the payment is told from others: by an address of its own, an amount of its own, or the hash of the chain',
      'transaction, where no amount of its own was left: claim it after paying. Null without a quote.',
    ].join(' '),
  }),
  payment_uri: nullable(
    Type.String({
      description: [
        'Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks.',
        'TRON has no standard: for a',
        'token it names the address alone.',
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
      "What the sender signs, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs.",
  }),
  claim_notice: Type.Optional(
    Type.Object(
      { code: Type.Literal('unlisted_token'), contract: Type.String(), message: Type.String() },
      { description: 'In the answer to a claim of a token that is not accepted here.' },
    ),
  ),
});

/** What the sender of a chain transaction signs to say that it pays this transaction, and no other of any host. */
export function claimText(publicUrl: string, id: string, hash: string): string {
  return `${hostOf(publicUrl)}: the chain transaction ${hash} pays the transaction ${id}.`;
}

/** By URL: every view names the host, and reading a URL costs more than the rest of its text. */
const hosts = new Map<string, string>();

function hostOf(publicUrl: string): string {
  const known = hosts.get(publicUrl) ?? new URL(publicUrl).host;
  hosts.set(publicUrl, known);
  return known;
}

/** `scannedHeight` is how far the network was read, which confirmations are counted against. */
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

/** Attempts of versions before say it by their address: one of its own, or one shared with others. */
function identifiedBy({ identifiedBy: known, amount, derivationIndex }: ShownTransaction): IdentifiedBy | null {
  if (known !== null || amount === null) return known;
  return derivationIndex === null ? 'amount' : 'address';
}

/** On an address that payments share, what only balances tell of belongs to nobody. */
function internalTransfersAt(
  { internalTransfers }: Network,
  { derivationIndex }: Pick<ShownTransaction, 'derivationIndex'>,
): InternalTransfers | null {
  return internalTransfers === 'one_time_addresses' && derivationIndex === null ? 'direct_only' : internalTransfers;
}
