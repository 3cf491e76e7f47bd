// SQL that adds transfers to the apps' lists of unmatched payments and removes them.
import type { Speaks } from '../../../../core/payment/evidence/matching.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Write } from '../commit.ts';

/** The evidence for one candidate. */
export interface CandidateEvidence {
  readonly transaction_id: string;
  readonly speaks: readonly Speaks[];
}

/** The transactions that an unmatched payment `u` shows to its merchant. */
export const shownCandidates = `case jsonb_typeof(u.suggested) when 'array' then u.suggested else u.candidates end`;

export interface NewUnmatched {
  readonly id: string;
  readonly appId: string;
  readonly transferId: string;
  readonly reason: string;
  /** Ids of transactions with evidence. */
  readonly candidates: readonly string[];
  /** Ids of transactions for the merchant to choose from, the likeliest first; null to show the candidates. */
  readonly suggested: readonly string[] | null;
  readonly evidence: readonly CandidateEvidence[];
  /** For dust: the day (UTC) of its row, and whether the row is new. */
  readonly dust?: { readonly day: string; readonly isNew: boolean; readonly amount: bigint };
}

/**
 * Adds transfers to the apps' lists, again if a reorg or a cancellation undid an earlier decision. A payment that
 * already waits keeps its place and gets the current evidence. Dust is added to the row of its day.
 */
export async function insertUnmatched(write: Write, payments: readonly NewUnmatched[]): Promise<void> {
  const rows = payments.filter(({ dust }) => dust === undefined || dust.isNew);
  if (rows.length > 0)
    await write.db.query(
      `insert into unmatched_payments (id, app_id, transfer_id, reason, candidates, suggested, evidence,
         dust_of, dust_amount, created_at, updated_at)
       select n.id, n.app_id, n.transfer_id, n.reason, n.candidates, n.suggested, n.evidence,
         n.dust_of, n.dust_amount, $2, $2
       from json_to_recordset($1::json) as n(id uuid, app_id uuid, transfer_id uuid, reason text, candidates jsonb,
         suggested jsonb, evidence jsonb, dust_of date, dust_amount numeric)
       on conflict (transfer_id) do update set status = 'waiting', reason = excluded.reason,
         candidates = excluded.candidates, suggested = excluded.suggested, evidence = excluded.evidence,
         transaction_id = null, updated_at = $2
       where unmatched_payments.status in ('waiting', 'withdrawn', 'assigned')`,
      [JSON.stringify(rows.map(rowOf)), write.now],
    );
  const dust = payments.flatMap(({ id, transferId, dust: part }) => (part === undefined ? [] : [{ id, transferId }]));
  if (dust.length > 0) await addDust(write, dust);
}

/** Returns the id under which this transfer was listed; null if it never was. */
export async function findUnmatchedId(trx: Queryable, transferId: string): Promise<string | null> {
  const [row] = await trx.query<{ id: string }>('select id from unmatched_payments where transfer_id = $1', [
    transferId,
  ]);
  return row?.id ?? null;
}

function rowOf(one: NewUnmatched): object {
  return {
    id: one.id,
    app_id: one.appId,
    transfer_id: one.transferId,
    reason: one.reason,
    candidates: one.candidates,
    suggested: one.suggested,
    evidence: one.evidence,
    dust_of: one.dust?.day ?? null,
    dust_amount: one.dust?.amount.toString() ?? null,
  };
}

/** The amount of the row is the sum of its transfers that are on the chain. */
async function addDust(
  write: Write,
  parts: readonly { readonly id: string; readonly transferId: string }[],
): Promise<void> {
  await write.db.query(
    `update transfers f set dust_in = n.row
     from unnest($1::uuid[], $2::uuid[]) as n(row, transfer)
     where f.id = n.transfer`,
    [parts.map(({ id }) => id), parts.map(({ transferId }) => transferId)],
  );
  await sumDust(write, [...new Set(parts.map(({ id }) => id))]);
}

async function sumDust({ db, now }: Write, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `update unmatched_payments u set dust_amount = n.amount, updated_at = $2,
       status = case when n.amount = 0 and u.status = 'waiting' then 'withdrawn'
         when n.amount > 0 and u.status = 'withdrawn' then 'waiting' else u.status end
     from (select r.id, coalesce(sum(f.amount) filter (where f.block is not null), 0) as amount
       from unnest($1::uuid[]) as r(id) left join transfers f on f.dust_in = r.id group by r.id) n
     where u.id = n.id`,
    [ids, now],
  );
}

/** Returns the row of one address, asset and day (UTC) in any state; null if there is none. */
export async function findDustRow(
  trx: Queryable,
  place: { readonly networkId: string; readonly recipient: string; readonly assetId: string; readonly day: string },
): Promise<{ readonly id: string } | null> {
  const rows = await trx.query<{ id: string }>(
    `select u.id from unmatched_payments u join transfers f on f.id = u.transfer_id
     where u.dust_of = $4 and f.network_id = $1 and f.recipient = $2 and f.asset_id = $3`,
    [place.networkId, place.recipient, place.assetId, place.day],
  );
  return rows[0] ?? null;
}

/** Ends the waiting of these transfers: a transaction owns them now. */
export async function endUnmatched(
  { db, now }: Write,
  matched: readonly { readonly transferId: string; readonly transactionId: string | null }[],
): Promise<void> {
  if (matched.length === 0) return;
  await db.query(
    `update unmatched_payments u set status = 'assigned', transaction_id = n.owner, updated_at = $3
     from unnest($1::uuid[], $2::uuid[]) as n(transfer, owner)
     where u.transfer_id = n.transfer and u.status = 'waiting'`,
    [matched.map((one) => one.transferId), matched.map((one) => one.transactionId), now],
  );
}

/** A waiting payment that a reorg removed. The amount is in smallest units of its asset. */
export interface WithdrawnPayment {
  readonly id: string;
  readonly appId: string;
  readonly reason: string;
  readonly candidates: readonly string[];
  readonly evidence: readonly CandidateEvidence[];
  readonly claims: readonly string[];
  readonly createdAt: Date;
  readonly transfer: {
    readonly assetId: string;
    readonly sender: string | null;
    readonly recipient: string;
    readonly amount: bigint;
    readonly txHash: string;
    readonly block: null;
  };
}

interface WithdrawnRow extends Pick<WithdrawnPayment, 'id' | 'reason' | 'candidates' | 'evidence' | 'claims'> {
  app_id: string;
  created_at: Date;
  asset_id: string;
  sender: string | null;
  recipient: string;
  amount: string;
  tx_hash: string;
}

/**
 * Withdraws the waiting payments of transfers that left the chain, and sums dust again. Returns the withdrawn payments,
 * without dust.
 */
export async function withdrawUnmatched(write: Write, transferIds: readonly string[]): Promise<WithdrawnPayment[]> {
  const { db: trx, now } = write;
  const withdrawn = await trx.query<WithdrawnRow>(
    `update unmatched_payments u set status = 'withdrawn', updated_at = $2 from transfers f
     where f.id = u.transfer_id and u.transfer_id = any($1::uuid[]) and u.status = 'waiting' and u.dust_of is null
     returning u.id, u.app_id, u.reason, ${shownCandidates} as candidates, u.evidence, u.created_at,
       f.asset_id, f.sender, f.recipient, f.amount, f.tx_hash,
       array(select c.transaction_id from payment_claims c
         where c.network_id = f.network_id and c.tx_hash = f.tx_hash order by c.id) as claims`,
    [transferIds, now],
  );
  const rows = await trx.query<{ id: string }>(
    'select distinct dust_in as id from transfers where id = any($1::uuid[]) and dust_in is not null',
    [transferIds],
  );
  await sumDust(
    write,
    rows.map(({ id }) => id),
  );
  return withdrawn.map(({ app_id, created_at, asset_id, sender, recipient, amount, tx_hash, ...row }) => ({
    ...row,
    appId: app_id,
    createdAt: created_at,
    transfer: { assetId: asset_id, sender, recipient, amount: BigInt(amount), txHash: tx_hash, block: null },
  }));
}
