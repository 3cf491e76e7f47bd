// All SQL of the table refund_psbts, and of the coins that its rows spend.
import type { CoinPlace, KeyChild } from '../../../../io/chains/spends/spend.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  amount,
  bigint,
  int,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../../known/row-seals/money-rows.ts';

const plainPsbt = rowType({
  id: uuid,
  appId: uuid,
  networkId: uuid,
  walletId: uuid,
  refundIds: texts,
  /** The expected transfer of each refund, in the same order. */
  watchIds: texts,
  /** Each as '<txid>:<n>'. */
  inputs: texts,
  psbt: text,
  fee: amount,
  changeBranch: nullable(oneOf<'receiving' | 'change'>()),
  changeIndex: nullable(bigint),
  changeOutput: nullable(int),
  changeAmount: nullable(amount),
  replacedAt: nullable(time),
  createdAt: time,
});
/** A PSBT that pays one refund, or several. The fee is in smallest units. */
export type RefundPsbt = RowOf<typeof plainPsbt>;

const psbt = sealed(plainPsbt, 'refund_psbt', moneyRows.refund_psbt);

/** The newest PSBT of a refund, and whether it can be shown. */
export interface FoundPsbt extends RefundPsbt {
  /** Whether its refunds still have its amounts and destinations, and no other refund has its coins. */
  readonly isCurrent: boolean;
}

/** Returns the newest PSBT by refund. Refunds without one are missing, and so is one that fails its verification. */
export async function newestPsbts(
  db: Queryable,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, FoundPsbt>> {
  if (refundIds.length === 0) return new Map();
  const rows = await db.query<{ refund_id: string; is_current: boolean }>(
    `select w.id as refund_id, ${psbt.columnsOf('p')}, p.replaced_at is null
       and not exists (
         select from unnest(p.refund_ids, p.watch_ids) as s (refund_id, watch_id)
         left join refunds r on r.id = s.refund_id::uuid
         where ${cannotBePaid('r')} or r.watches->-1->>'id' is distinct from s.watch_id)
       and not exists (
         select from refund_psbts o where ${holdsCoins('o')} and o.wallet_id = p.wallet_id and o.id <> p.id
           and o.inputs && p.inputs and not o.refund_ids && p.refund_ids) as is_current
     from unnest($1::text[]) as w (id)
     join lateral (
       select * from refund_psbts where refund_ids @> array[w.id] order by created_at desc, id desc limit 1) p on true`,
    [refundIds],
  );
  const valid = rows.filter((row) => psbt.fault(db, row) === null);
  return new Map(valid.map((row) => [row.refund_id, { ...psbt.read(db, row), isCurrent: row.is_current }]));
}

/** An earlier PSBT of a refund, which the merchant may have signed and sent. */
export interface EarlierPsbt {
  readonly walletId: string;
  /** Each as '<txid>:<n>'. */
  readonly inputs: readonly string[];
}

/** Lists all PSBTs that pay one of these refunds, oldest first, also replaced ones and unverified ones. */
export async function earlierPsbts(db: Queryable, refundIds: readonly string[]): Promise<EarlierPsbt[]> {
  const rows = await db.query<{ wallet_id: string; inputs: string[] }>(
    'select wallet_id, inputs from refund_psbts where refund_ids && $1::text[] order by created_at, id',
    [refundIds],
  );
  return rows.map(({ wallet_id, inputs }) => ({ walletId: wallet_id, inputs }));
}

/** Whether a refund that may be missing can no longer be paid. As `isPayable` of the rules. */
function cannotBePaid(alias: string): string {
  return `(${alias}.status = 'ready' or ${alias}.status = 'seen' and ${alias}.amount_differs) is not true`;
}

/** A PSBT keeps its coins while one of its refunds is not sent and not canceled. */
function holdsCoins(alias: string): string {
  return `${alias}.replaced_at is null and exists (
    select from refunds h where h.id = any(${alias}.refund_ids::uuid[]) and h.status in ('ready', 'seen'))`;
}

/** An output that a key received: a payment, or the change of a refund that was sent. */
export interface ReceivedCoin extends CoinPlace, KeyChild {
  /** In smallest units. */
  readonly amount: bigint;
}

export interface CoinsOfKey {
  readonly appId: string;
  readonly networkId: string;
  readonly walletId: string;
  readonly assetId: string;
  readonly confirmations: number;
  /** The refunds to pay: coins that only their own PSBTs hold are free. */
  readonly refundIds: readonly string[];
  /** The names of coins that are listed before larger ones. */
  readonly first: readonly string[];
}

/** How many of the newest payments are searched for coins, and how many coins are returned. */
const mostPayments = 2_000;
const mostCoins = 200;

/**
 * Lists confirmed outputs that the app received on the key and that no PSBT of another refund holds: `first`, then the
 * largest. Some may be spent. The chain shows whether the merchant sent the PSBT with the change, or another
 * transaction.
 */
export async function listFreeCoins(db: Queryable, of: CoinsOfKey): Promise<ReceivedCoin[]> {
  const rows = await db.query<CoinRow>(
    `with paid as (
       select t.id from (
         select id from transactions where app_id = $1 and asset_id = $4 and status = 'success'
         order by created_at desc, id desc limit ${mostPayments}) s
       join transfers t on t.transaction_id = s.id
       union all
       select t.id from (
         select transfer_id from unmatched_payments where app_id = $1 and status in ('waiting', 'dismissed')
         order by created_at desc, id desc limit ${mostPayments}) u
       join transfers t on t.id = u.transfer_id),
     received as (
       select t.tx_hash, substr(t.position, 5)::int as output, t.block_hash, t.amount, a.derivation_index as index,
         'receiving' as branch
       from paid p
       join transfers t on t.id = p.id
       join watched_addresses a on a.network_id = t.network_id and a.address = t.recipient
       join network_cursors c on c.network_id = t.network_id
       where t.network_id = $2 and t.asset_id = $4 and t.succeeded and a.wallet_id = $3 and a.app_id = $1
         and a.derivation_index is not null and t.position ~ '^out:[0-9]+$' and t.block_hash is not null
         and t.block + greatest(t.maturity, $5) - 1 <= c.block_number),
     changed as (
       select distinct on (r.hash, p.change_output) r.hash as tx_hash, p.change_output as output, (
           select o.block_hash from outgoing_transfers o where o.network_id = $2 and o.tx_hash = r.hash limit 1
         ) as block_hash, p.change_amount as amount, p.change_index as index, p.change_branch as branch
       from refund_psbts p join refunds r on r.id = any(p.refund_ids::uuid[])
       where p.wallet_id = $3 and p.app_id = $1 and p.network_id = $2 and p.change_index is not null
         and r.status = 'sent' and r.hash is not null and r.asset_id = $4
       order by r.hash, p.change_output, p.created_at desc),
     held as (
       select unnest(o.inputs) as coin from refund_psbts o
       where o.wallet_id = $3 and ${holdsCoins('o')} and not o.refund_ids && $6::text[])
     select tx_hash, output, block_hash, amount::text, index::text, branch
     from (select * from received union all select * from changed) c
     where tx_hash || ':' || output not in (select coin from held)
     order by tx_hash || ':' || output = any($7::text[]) desc, c.amount desc, tx_hash, output limit ${mostCoins}`,
    [of.appId, of.networkId, of.walletId, of.assetId, of.confirmations, of.refundIds, of.first],
  );
  return rows.map(({ tx_hash: txHash, output, block_hash: blockHash, ...row }) => ({
    txHash,
    output,
    blockHash,
    branch: row.branch,
    amount: BigInt(row.amount),
    index: BigInt(row.index),
  }));
}

interface CoinRow {
  readonly tx_hash: string;
  readonly output: number;
  readonly block_hash: string | null;
  readonly amount: string;
  readonly index: string;
  readonly branch: KeyChild['branch'];
}

export interface KeyState {
  readonly descriptor: string | null;
  /** The next child of the receiving branch, which no customer was shown. */
  readonly nextIndex: bigint;
  /** The lowest child of the change branch that no PSBT uses. Canceled refunds free theirs. */
  readonly nextChange: bigint;
}

/** `lock`: until the commit, no other PSBT of this key is built. Throws if there is no such wallet. */
export async function keyState(
  db: Queryable,
  walletId: string,
  refundIds: readonly string[],
  lock = false,
): Promise<KeyState> {
  const rows = await db.query<{ descriptor: string | null; next_index: string }>(
    `select descriptor, next_index::text from wallets where id = $1${lock ? ' for no key update' : ''}`,
    [walletId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`wallet ${walletId} is missing`);
  // A refund keeps the change address of its earlier PSBTs, because at most one of them is sent.
  const used = await db.query<{ change_index: string }>(
    `select distinct change_index::text from refund_psbts p
     where wallet_id = $1 and change_branch = 'change' and not refund_ids <@ $2::text[] and exists (
       select from refunds r where r.id = any(p.refund_ids::uuid[]) and r.status <> 'canceled')`,
    [walletId, refundIds],
  );
  const taken = new Set(used.map(({ change_index }) => BigInt(change_index)));
  let nextChange = 0n;
  while (taken.has(nextChange)) nextChange += 1n;
  return { descriptor: row.descriptor, nextIndex: BigInt(row.next_index), nextChange };
}

/** Whether the PSBT's refunds have its amounts and destinations, and no PSBT of another refund holds its coins. */
export async function isStillFree(trx: Queryable, built: RefundPsbt): Promise<boolean> {
  const rows = await trx.query<{ is_free: boolean }>(
    `select not exists (
         select from unnest($1::text[], $2::text[]) as s (refund_id, watch_id)
         left join refunds r on r.id = s.refund_id::uuid
         where ${cannotBePaid('r')} or r.watches->-1->>'id' is distinct from s.watch_id)
       and not exists (
         select from refund_psbts o where o.wallet_id = $3 and ${holdsCoins('o')}
           and o.inputs && $4::text[] and not o.refund_ids && $1::text[]) as is_free`,
    [built.refundIds, built.watchIds, built.walletId, built.inputs],
  );
  return rows[0]?.is_free === true;
}

/** Stores the PSBT, and replaces the earlier ones of its refunds. The key must be locked. */
export async function insertPsbt(trx: Queryable, built: RefundPsbt): Promise<void> {
  await trx.query(
    `update refund_psbts set replaced_at = $2
     where wallet_id = $3 and replaced_at is null and refund_ids && $1::text[]`,
    [built.refundIds, built.createdAt, built.walletId],
  );
  await trx.query(`insert into refund_psbts (${psbt.written}) values (${psbt.placeholders})`, psbt.values(trx, built));
}
