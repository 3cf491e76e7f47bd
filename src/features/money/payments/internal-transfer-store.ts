// All SQL that lists awaited addresses and recorded internal transfers.
import { type RecordedInternal, withoutKnown } from '../../../core/payment/internal/internal-forms.ts';
import { internalForm, type NewTransfer } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { PaymentsOf } from './commit.ts';

/** The native coin of a network. */
export interface AssetPlace {
  readonly networkId: string;
  readonly assetId: string;
}

/**
 * Selects the awaited addresses to list: at most `most`; `withShared` includes addresses shared by several payments.
 */
export interface AwaitedSearch extends AssetPlace {
  readonly most: number;
  readonly withShared: boolean;
}

export interface AwaitedAddress {
  readonly address: string;
  /** The last time, on the chain's clock, at which it can be paid; null if there is no limit. */
  readonly deadline: Date | null;
  /** Whether several payments share the address. */
  readonly isShared: boolean;
}

/** Lists the addresses of open attempts with this asset, newest first. A shared address may be listed several times. */
export async function listAwaited(
  db: Queryable,
  { networkId, assetId, most, withShared }: AwaitedSearch,
): Promise<AwaitedAddress[]> {
  const rows = await db.query<{ recipient: string; deadline: Date | null; is_shared: boolean }>(
    `select recipient, deadline, is_shared from (
       select recipient, deadline, created_at, derivation_index is null is_shared from transactions
       where network_id = $1 and asset_id = $2 and status = 'processing' and hash is null
       union all
       select recipient, deadline, created_at, derivation_index is null is_shared from transactions
       where network_id = $1 and asset_id = $2 and status = 'processing' and hash is not null) t
     where $4 or not is_shared
     order by created_at desc limit $3`,
    [networkId, assetId, most, withShared],
  );
  return rows.map(({ recipient, deadline, is_shared }) => ({ address: recipient, deadline, isShared: is_shared }));
}

/**
 * Lists the recipients of the network's open attempts without a mined payment. Considers only the `most` attempts with
 * the latest deadlines.
 */
export async function listAwaitedRecipients({ db, networkId }: PaymentsOf, most: number): Promise<string[]> {
  const rows = await db.query<{ recipient: string }>(
    `select distinct recipient from (
       select recipient from transactions
       where network_id = $1 and status = 'processing' and block is null and deadline is not null
       order by deadline desc limit $2) t`,
    [networkId, most],
  );
  return rows.map(({ recipient }) => recipient);
}

export interface Arrival {
  readonly recipient: string;
  readonly block: number;
  readonly amount: bigint;
}

/** The addresses to search. Only transfers after `afterBlock` are listed. */
export interface ArrivalSearch extends AssetPlace {
  readonly addresses: readonly string[];
  readonly afterBlock: number;
}

/** Lists the recorded transfers of this asset to these addresses after this block. */
export async function listArrivals(
  db: Queryable,
  { networkId, assetId, addresses, afterBlock }: ArrivalSearch,
): Promise<Arrival[]> {
  const rows = await db.query<{ recipient: string; block: string; amount: string }>(
    `select recipient, block, amount from transfers
     where network_id = $1 and block > $2 and asset_id = $3 and succeeded and recipient = any($4::text[])`,
    [networkId, afterBlock, assetId, addresses],
  );
  return rows.map((row) => ({ recipient: row.recipient, block: Number(row.block), amount: BigInt(row.amount) }));
}

/** Returns, by address, the hashes of the chain transactions that customers claim for their attempts. */
export async function listClaimedHashes(
  { db, networkId }: PaymentsOf,
  recipients: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.query<{ recipient: string; tx_hash: string }>(
    `select distinct t.recipient, c.tx_hash
     from transactions t join payment_claims c on c.transaction_id = t.id and c.network_id = t.network_id
     where t.network_id = $1 and t.recipient = any($2::text[])`,
    [networkId, recipients],
  );
  const hashes = new Map<string, string[]>(recipients.map((recipient) => [recipient, []]));
  for (const { recipient, tx_hash } of rows) hashes.get(recipient)?.push(tx_hash);
  return hashes;
}

/** Leaves out transfers that repeat an internal transfer recorded in another form; see `withoutKnown`. */
export async function withoutKnownInternal(
  payments: PaymentsOf,
  transfers: readonly NewTransfer[],
): Promise<readonly NewTransfer[]> {
  const inner = transfers.filter(({ transfer }) => internalForm(transfer) !== null);
  return inner.length === 0 ? transfers : withoutKnown(transfers, await listInternal(payments, inner));
}

async function listInternal({ db, networkId }: PaymentsOf, inner: readonly NewTransfer[]): Promise<RecordedInternal[]> {
  const rows = await db.query<Omit<RecordedInternal, 'txHash' | 'amount' | 'blockHash'> & Record<string, string>>(
    `select tx_hash, position, recipient, amount, block_hash from transfers
     where network_id = $1 and recipient = any($2::text[]) and (position like 'trace:%' or position like 'balance:%')
       and (tx_hash = any($3::text[]) or block = any($4::bigint[]))`,
    [
      networkId,
      [...new Set(inner.map(({ transfer }) => transfer.recipient))],
      [...new Set(inner.map(({ transfer }) => transfer.txHash))],
      [...new Set(inner.map(({ header }) => header.number))],
    ],
  );
  return rows.map(({ tx_hash, amount, block_hash, position, recipient }) => ({
    txHash: tx_hash as string,
    position,
    recipient,
    amount: BigInt(amount as string),
    blockHash: block_hash ?? null,
  }));
}
