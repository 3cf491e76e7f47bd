// All SQL of unconfirmed transactions: those seen in a mempool, the outputs that they spend, and their outcome.
import type { WaitingStanding } from '../../../core/app-settings.ts';
import type { NewTransfer, Spend, Transfer } from '../../../core/payment/transfer.ts';
import type { MempoolOutcome } from '../../../io/chains/chain.ts';
import type { Queryable } from '../../../io/db/database.ts';

/** A chain transaction that was seen in the mempool. */
export interface UnconfirmedTransaction {
  readonly txHash: string;
  /** Outpoints in the form '<txid>:<n>'. */
  readonly spends: readonly string[];
  readonly outcome: MempoolOutcome;
}

/**
 * Returns an SQL expression for the hashes of the chain transactions that conflict with the one of this alias. Two
 * conflict if they spend the same outputs, or if one was mined and spends an output that an ancestor of the other
 * spends.
 */
export function conflictsOf(alias: string): string {
  return `array(select r.tx_hash from unconfirmed_transactions r
    where r.network_id = ${alias}.network_id and r.tx_hash <> ${alias}.tx_hash and (r.spends && ${alias}.spends
      or r.conflicted_by = ${alias}.tx_hash or r.tx_hash = ${alias}.conflicted_by)
    order by r.tx_hash)`;
}

export interface NewUnconfirmedTransaction {
  readonly txHash: string;
  readonly spends: readonly string[];
  /** The state that the node reported when the transaction was first seen. */
  readonly standing?: WaitingStanding | undefined;
  readonly ancestry: readonly Spend[];
  readonly transfers: readonly { readonly transfer: Transfer; readonly assetId: string }[];
}

/** The values common to all rows of one write: the network, and the current time on our clock. */
export interface NetworkMoment {
  readonly networkId: string;
  readonly now: Date;
}

/** Adds when the transactions were first seen, on the network's clock. */
interface Observation extends NetworkMoment {
  readonly seenAt: Date;
}

/**
 * Records the current transactions of the mempool. Returns the hashes of those that are new, or that came back after
 * another outcome.
 */
export async function upsertInMempool(
  trx: Queryable,
  found: readonly NewUnconfirmedTransaction[],
  observation: Observation,
): Promise<string[]> {
  if (found.length === 0) return [];
  const news = await upsert(trx, found, { ...observation, outcome: 'in_mempool' });
  await insertAncestry(trx, found, observation.networkId);
  const moves = found.flatMap(({ txHash, transfers }) =>
    transfers.map(({ transfer, assetId }) => ({
      tx_hash: txHash,
      position: transfer.position,
      asset_id: assetId,
      recipient: transfer.recipient,
      amount: transfer.amount.toString(),
    })),
  );
  await trx.query(
    `insert into unconfirmed_transfers (network_id, tx_hash, position, asset_id, recipient, amount)
     select $1, n.* from json_to_recordset($2::json)
       as n(tx_hash text, position text, asset_id uuid, recipient text, amount numeric)
     on conflict do nothing`,
    [observation.networkId, JSON.stringify(moves)],
  );
  return news;
}

async function insertAncestry(
  trx: Queryable,
  found: readonly NewUnconfirmedTransaction[],
  networkId: string,
): Promise<void> {
  const rows = found.flatMap(({ txHash, ancestry }) =>
    ancestry.map((spend) => ({ tx_hash: txHash, outpoint: spend.outpoint, ancestor: spend.txHash })),
  );
  if (rows.length === 0) return;
  await trx.query(
    `insert into unconfirmed_ancestry (network_id, tx_hash, outpoint, ancestor)
     select $1, n.* from json_to_recordset($2::json) as n(tx_hash text, outpoint text, ancestor text)
     on conflict do nothing`,
    [networkId, JSON.stringify(rows)],
  );
}

/** Records that these transactions are in blocks, and the outputs that they spend if the family has outputs. */
export async function upsertMined(
  trx: Queryable,
  transfers: readonly NewTransfer[],
  moment: NetworkMoment,
): Promise<void> {
  const byHash = new Map(transfers.map((one) => [one.transfer.txHash, one]));
  for (const [minedAt, inBlock] of Map.groupBy(byHash.values(), ({ header }) => header.time)) {
    const mined = inBlock.flatMap(({ transfer: { txHash, spends } }) =>
      spends === undefined ? [] : [{ txHash, spends }],
    );
    const seenAt = new Date(minedAt * 1000);
    if (mined.length > 0) await upsert(trx, mined, { ...moment, seenAt, outcome: 'mined' });
  }
}

/**
 * Records the outcomes of these transactions, as of the network's cursor. Returns the hashes with a changed outcome.
 * Skips hashes that were never seen, and transactions in blocks that were read.
 */
export async function recordOutcomes(
  trx: Queryable,
  outcomes: ReadonlyMap<string, Exclude<MempoolOutcome, 'mined'>>,
  { networkId, now }: NetworkMoment,
): Promise<string[]> {
  if (outcomes.size === 0) return [];
  const rows = await trx.query<{ tx_hash: string }>(
    `update unconfirmed_transactions s
     set outcome = n.outcome, contested = s.contested or n.outcome in ('replaced', 'conflicted'), updated_at = $4,
       unseen_since = case when n.outcome = 'dropped' then ${heightOf('$1')} end
     from unnest($2::text[], $3::text[]) as n(tx_hash, outcome)
     where s.network_id = $1 and s.tx_hash = n.tx_hash and s.outcome not in (n.outcome, 'mined') returning s.tx_hash`,
    [networkId, [...outcomes.keys()], [...outcomes.values()], now],
  );
  return rows.map((row) => row.tx_hash);
}

/** Marks transactions as dropped if their blocks left the chain, until a node reports them again. */
export async function markDropped(
  trx: Queryable,
  txHashes: readonly string[],
  { networkId, now }: NetworkMoment,
): Promise<void> {
  if (txHashes.length === 0) return;
  await trx.query(
    `update unconfirmed_transactions set outcome = 'dropped', unseen_since = ${heightOf('$1')}, updated_at = $3
     where network_id = $1 and tx_hash = any($2::text[]) and outcome = 'mined'`,
    [networkId, txHashes, now],
  );
}

/** SQL for the height up to which the network was read. */
function heightOf(networkId: string): string {
  return `(select block_number from network_cursors where network_id = ${networkId})`;
}

/**
 * Records that these mined transactions conflict with the other ones, or with their ancestors, so that those can no
 * longer be mined. Returns the hashes of those.
 */
export async function recordConflicts(
  trx: Queryable,
  spends: readonly Spend[],
  { networkId, now }: NetworkMoment,
): Promise<string[]> {
  if (spends.length === 0) return [];
  const rows = await trx.query<{ tx_hash: string }>(
    `with spent as (select * from unnest($2::text[], $3::text[]) as n(outpoint, spender)),
     hit as (
       select s.tx_hash, n.spender from spent n join unconfirmed_transactions s
         on s.network_id = $1 and s.spends @> array[n.outpoint] and s.tx_hash <> n.spender
       union select a.tx_hash, n.spender from spent n join unconfirmed_ancestry a
         on a.network_id = $1 and a.outpoint = n.outpoint and a.ancestor <> n.spender)
     update unconfirmed_transactions s set outcome = 'conflicted', contested = true, conflicted_by = h.spender,
       unseen_since = null, updated_at = $4
     from (select tx_hash, min(spender) as spender from hit group by tx_hash) h
     where s.network_id = $1 and s.tx_hash = h.tx_hash and s.outcome <> 'mined' returning s.tx_hash`,
    [networkId, spends.map((one) => one.outpoint), spends.map((one) => one.txHash), now],
  );
  return rows.map((row) => row.tx_hash);
}

/** SQL condition: an attempt waits for the chain transaction. The network is $1 and the transaction's row is `s`. */
const isAwaited = `s.tx_hash in (select t.hash from transactions t
  where t.network_id = $1 and t.status = 'processing' and t.hash is not null and t.block is null)`;

/** Returns the unconfirmed transactions that attempts on this network wait for. */
export async function listAwaited(db: Queryable, networkId: string): Promise<UnconfirmedTransaction[]> {
  const rows = await db.query<{ tx_hash: string; spends: string[]; outcome: MempoolOutcome }>(
    `select s.tx_hash, s.spends, s.outcome from unconfirmed_transactions s
     where s.network_id = $1 and ${isAwaited} order by s.seen_at, s.tx_hash`,
    [networkId],
  );
  return rows.map((row) => ({ txHash: row.tx_hash, spends: row.spends, outcome: row.outcome }));
}

/**
 * Returns, by hash, the outputs that the unconfirmed ancestors of these transactions spent when first seen.
 * Transactions without such ancestors are left out.
 */
export async function listAncestry(
  db: Queryable,
  networkId: string,
  hashes: readonly string[],
): Promise<Map<string, Spend[]>> {
  if (hashes.length === 0) return new Map();
  const rows = await db.query<{ tx_hash: string; outpoint: string; ancestor: string }>(
    `select tx_hash, outpoint, ancestor from unconfirmed_ancestry
     where network_id = $1 and tx_hash = any($2::text[]) order by tx_hash, outpoint`,
    [networkId, hashes],
  );
  const byHash = Map.groupBy(rows, (row) => row.tx_hash);
  return new Map(
    [...byHash].map(([txHash, some]) => [
      txHash,
      some.map(({ outpoint, ancestor }) => ({ outpoint, txHash: ancestor })),
    ]),
  );
}

/**
 * Deletes at most `limit` ancestry rows of transactions that left the mempool before `before`. Returns how many it
 * deleted. The ancestors of a transaction that comes back are read again.
 */
export async function deleteOldAncestry(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from unconfirmed_ancestry where ctid = any(array(
       select a.ctid from unconfirmed_ancestry a join unconfirmed_transactions s using (network_id, tx_hash)
       where s.outcome <> 'in_mempool' and s.updated_at < $1 limit $2)) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/**
 * Returns the outputs that awaited transactions and their unconfirmed ancestors spend. Another transaction that spends
 * one of these outputs invalidates them.
 */
export async function listAwaitedSpends(db: Queryable, networkId: string): Promise<string[]> {
  const rows = await db.query<{ outpoint: string }>(
    `select unnest(s.spends) as outpoint from unconfirmed_transactions s where s.network_id = $1 and ${isAwaited}
     union select a.outpoint from unconfirmed_transactions s
       join unconfirmed_ancestry a on a.network_id = s.network_id and a.tx_hash = s.tx_hash
       where s.network_id = $1 and ${isAwaited}`,
    [networkId],
  );
  return rows.map((row) => row.outpoint);
}

/** The conditions under which an attempt counts as forgotten. */
export interface ForgottenTerms {
  readonly networkId: string;
  /** The current time on the chain's clock. */
  readonly chainTime: Date;
  readonly unseenSince: number;
  readonly limit: number;
}

/**
 * Returns the ids of attempts with a deadline before `chainTime` if their chain transaction has been unseen since the
 * height `unseenSince`. Attempts that came late have no deadline and count as well. The longest unseen come first.
 */
export async function listForgotten(trx: Queryable, terms: ForgottenTerms): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `select t.id from transactions t
     join unconfirmed_transactions s on s.network_id = t.network_id and s.tx_hash = t.hash
     where t.network_id = $1 and t.status = 'processing' and t.hash is not null and t.block is null
       and (t.deadline is null or t.deadline < $2 and t.received is not null)
       and s.outcome = 'dropped' and s.unseen_since <= $3
     order by s.unseen_since, t.id limit $4`,
    [terms.networkId, terms.chainTime, terms.unseenSince, terms.limit],
  );
  return rows.map((row) => row.id);
}

/** Whether an open attempt on this network waits for a payment that is not in a block yet. */
export async function hasOpenAttempts(db: Queryable, networkId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from transactions where network_id = $1 and status = 'processing' and block is null limit 1`,
    [networkId],
  );
  return rows.length > 0;
}

/** A transfer of an unconfirmed transaction to a watched address. */
export interface UnconfirmedTransfer {
  readonly txHash: string;
  readonly position: string;
  readonly assetId: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** When it was first seen, on the network's clock. */
  readonly knownAt: Date;
  readonly conflicts: readonly string[];
  readonly isOneTimeAddress: boolean;
}

/**
 * Returns the transfers of these transactions that are in the mempool, in the order in which they were seen. Includes
 * all of `fresh`, but only those of `others` that no attempt waits for.
 */
export async function listUnconfirmedTransfers(
  trx: Queryable,
  networkId: string,
  { fresh, others }: { readonly fresh: readonly string[]; readonly others: readonly string[] },
): Promise<UnconfirmedTransfer[]> {
  if (fresh.length === 0 && others.length === 0) return [];
  const rows = await trx.query<{
    tx_hash: string;
    position: string;
    asset_id: string;
    recipient: string;
    amount: string;
    seen_at: Date;
    conflicts: string[];
    derivation_index: string | null;
  }>(
    `select m.tx_hash, m.position, m.asset_id, m.recipient, m.amount, s.seen_at, w.derivation_index,
       ${conflictsOf('s')} as conflicts
     from unconfirmed_transactions s
     join unconfirmed_transfers m on m.network_id = s.network_id and m.tx_hash = s.tx_hash
     join watched_addresses w on w.network_id = m.network_id and w.address = m.recipient
     where s.network_id = $1 and s.outcome = 'in_mempool' and (s.tx_hash = any($2::text[])
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
    conflicts: row.conflicts,
    isOneTimeAddress: row.derivation_index !== null,
  }));
}

/**
 * Returns the hashes of new rows and of rows with a changed outcome. The time of first sight never changes. A
 * transaction in a block that was read stays mined, because a lagging node may still list it in its mempool.
 */
async function upsert(
  trx: Queryable,
  found: readonly Pick<NewUnconfirmedTransaction, 'txHash' | 'spends' | 'standing'>[],
  { networkId, seenAt, now, outcome }: Observation & { readonly outcome: 'in_mempool' | 'mined' },
): Promise<string[]> {
  const rows = await trx.query<{ tx_hash: string }>(
    `insert into unconfirmed_transactions as s (network_id, tx_hash, spends, seen_at, outcome, updated_at,
       has_confirmed_inputs, expected_blocks)
     select $1, n.tx_hash, array(select json_array_elements_text(n.spends)), $3, $4, $5,
       n.has_confirmed_inputs, n.expected_blocks
     from json_to_recordset($2::json)
       as n(tx_hash text, spends json, has_confirmed_inputs boolean, expected_blocks integer) order by n.tx_hash
     on conflict (network_id, tx_hash) do update set outcome = excluded.outcome, unseen_since = null,
       updated_at = excluded.updated_at
     where s.outcome not in (excluded.outcome, 'mined')
     returning s.tx_hash`,
    [
      networkId,
      JSON.stringify(
        found.map(({ txHash, spends, standing }) => ({
          tx_hash: txHash,
          spends,
          has_confirmed_inputs: standing?.hasConfirmedInputs ?? null,
          expected_blocks: standing?.expectedBlocks ?? null,
        })),
      ),
      ...[seenAt, outcome, now],
    ],
  );
  return rows.map((row) => row.tx_hash);
}
