// All SQL of what was seen waiting to be mined: chain transactions, what they spend, and what became of them.
import type { NewTransfer, Transfer } from '../../core/payment/transfer.ts';
import type { Queryable } from '../../io/db/database.ts';

export type SightingFate = 'waiting' | 'mined' | 'replaced' | 'double_spent' | 'forgotten';

/** A chain transaction as it was seen waiting. */
export interface Sighting {
  readonly txHash: string;
  /** '<txid>:<n>' each. */
  readonly spends: readonly string[];
  readonly fate: SightingFate;
}

/** An SQL expression: the other chain transactions that spend what the sighting of this alias spends. */
export function rivalsOf(alias: string): string {
  return `array(select r.tx_hash from sightings r
    where r.network_id = ${alias}.network_id and r.spends && ${alias}.spends and r.tx_hash <> ${alias}.tx_hash order by r.tx_hash)`;
}

export interface NewSighting {
  readonly txHash: string;
  readonly spends: readonly string[];
  readonly transfers: readonly { readonly transfer: Transfer; readonly assetId: string }[];
}

/**
 * Keeps what waits now, first seen at `seenAt` on the network's clock. Answers the hashes of those that are new, or that
 * wait again after something else had become of them.
 */
export async function keepSightings(
  trx: Queryable,
  networkId: string,
  sightings: readonly NewSighting[],
  seenAt: Date,
  now: Date,
): Promise<string[]> {
  if (sightings.length === 0) return [];
  const news = await upsert(trx, networkId, sightings, 'waiting', seenAt, now);
  const moves = sightings.flatMap(({ txHash, transfers }) =>
    transfers.map(({ transfer, assetId }) => ({
      tx_hash: txHash,
      position: transfer.position,
      asset_id: assetId,
      recipient: transfer.recipient,
      amount: transfer.amount.toString(),
    })),
  );
  await trx.query(
    `insert into sighted_transfers (network_id, tx_hash, position, asset_id, recipient, amount)
     select $1, n.* from json_to_recordset($2::json) as n(tx_hash text, position text, asset_id uuid, recipient text, amount numeric)
     on conflict do nothing`,
    [networkId, JSON.stringify(moves)],
  );
  return news;
}

/** Keeps that these are in blocks now, and what they spend, where their family says so. */
export async function keepMined(
  trx: Queryable,
  networkId: string,
  transfers: readonly NewTransfer[],
  now: Date,
): Promise<void> {
  const byHash = new Map(transfers.map((one) => [one.transfer.txHash, one]));
  for (const [seenAt, those] of Map.groupBy(byHash.values(), ({ header }) => header.time)) {
    const mined = those.flatMap(({ transfer: { txHash, spends } }) =>
      spends === undefined ? [] : [{ txHash, spends }],
    );
    if (mined.length > 0) await upsert(trx, networkId, mined, 'mined', new Date(seenAt * 1000), now);
  }
}

/**
 * Keeps what became of these; answers the hashes of those for which that is new. What was never seen is left out, and so is
 * what is in a block that was read.
 */
export async function keepFates(
  trx: Queryable,
  networkId: string,
  fates: ReadonlyMap<string, Exclude<SightingFate, 'mined'>>,
  now: Date,
): Promise<string[]> {
  if (fates.size === 0) return [];
  const rows = await trx.query<{ tx_hash: string }>(
    `update sightings s set fate = n.fate, contested = s.contested or n.fate in ('replaced', 'double_spent'), updated_at = $4
     from unnest($2::text[], $3::text[]) as n(tx_hash, fate)
     where s.network_id = $1 and s.tx_hash = n.tx_hash and s.fate not in (n.fate, 'mined') returning s.tx_hash`,
    [networkId, [...fates.keys()], [...fates.values()], now],
  );
  return rows.map((row) => row.tx_hash);
}

/** Their blocks left the chain: nobody knows yet what becomes of them. */
export async function forgetMined(
  trx: Queryable,
  networkId: string,
  txHashes: readonly string[],
  now: Date,
): Promise<void> {
  if (txHashes.length === 0) return;
  await trx.query(
    `update sightings set fate = 'forgotten', updated_at = $3 where network_id = $1 and tx_hash = any($2::text[]) and fate = 'mined'`,
    [networkId, txHashes, now],
  );
}

/** The sightings that attempts on this network wait for, and that are in no block. */
export async function listAwaited(db: Queryable, networkId: string): Promise<Sighting[]> {
  const rows = await db.query<{ tx_hash: string; spends: string[]; fate: SightingFate }>(
    `select s.tx_hash, s.spends, s.fate from sightings s
     where s.network_id = $1 and s.tx_hash in (select t.hash from transactions t
       where t.network_id = $1 and t.status = 'processing' and t.hash is not null and t.block is null)
     order by s.seen_at, s.tx_hash`,
    [networkId],
  );
  return rows.map((row) => ({ txHash: row.tx_hash, spends: row.spends, fate: row.fate }));
}

/** What one of them moves to one watched address. */
export interface SightedTransfer {
  readonly txHash: string;
  readonly position: string;
  readonly assetId: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** When it was first known, on the network's clock. */
  readonly knownAt: Date;
  readonly rivals: readonly string[];
  readonly isOneTimeAddress: boolean;
}

/**
 * What moves in those of these that wait, in the order in which they were seen. `fresh` ones are all answered, of the
 * `others` only those that no attempt waits for.
 */
export async function listSightedTransfers(
  trx: Queryable,
  networkId: string,
  fresh: readonly string[],
  others: readonly string[],
): Promise<SightedTransfer[]> {
  if (fresh.length === 0 && others.length === 0) return [];
  const rows = await trx.query<{
    tx_hash: string;
    position: string;
    asset_id: string;
    recipient: string;
    amount: string;
    seen_at: Date;
    rivals: string[];
    derivation_index: string | null;
  }>(
    `select m.tx_hash, m.position, m.asset_id, m.recipient, m.amount, s.seen_at, w.derivation_index, ${rivalsOf('s')} as rivals
     from sightings s join sighted_transfers m on m.network_id = s.network_id and m.tx_hash = s.tx_hash
     join watched_addresses w on w.network_id = m.network_id and w.address = m.recipient
     where s.network_id = $1 and s.fate = 'waiting' and (s.tx_hash = any($2::text[])
       or s.tx_hash = any($3::text[]) and not exists (select from transactions t
         where t.recipient = m.recipient and t.status = 'processing' and t.hash = s.tx_hash))
     order by s.seen_at, m.tx_hash, length(m.position), m.position`,
    [networkId, fresh, others],
  );
  return rows.map((row) => ({
    txHash: row.tx_hash,
    position: row.position,
    assetId: row.asset_id,
    recipient: row.recipient,
    amount: BigInt(row.amount),
    knownAt: row.seen_at,
    rivals: row.rivals,
    isOneTimeAddress: row.derivation_index !== null,
  }));
}

/**
 * Answers the hashes of those whose row is new, or whose fate was another. When one was first known stays as it was; and what is
 * in a block that was read does not wait, though a node that lags may say so.
 */
async function upsert(
  trx: Queryable,
  networkId: string,
  sightings: readonly Pick<NewSighting, 'txHash' | 'spends'>[],
  fate: 'waiting' | 'mined',
  seenAt: Date,
  now: Date,
): Promise<string[]> {
  const rows = await trx.query<{ tx_hash: string }>(
    `insert into sightings as s (network_id, tx_hash, spends, seen_at, fate, updated_at)
     select $1, n.tx_hash, array(select json_array_elements_text(n.spends)), $3, $4, $5
     from json_to_recordset($2::json) as n(tx_hash text, spends json) order by n.tx_hash
     on conflict (network_id, tx_hash) do update set fate = excluded.fate, updated_at = excluded.updated_at
     where s.fate not in (excluded.fate, 'mined')
     returning s.tx_hash`,
    [
      networkId,
      JSON.stringify(sightings.map(({ txHash, spends }) => ({ tx_hash: txHash, spends }))),
      seenAt,
      fate,
      now,
    ],
  );
  return rows.map((row) => row.tx_hash);
}
