// All SQL of the lists of unmatched payments, and of the claims that speak for them.
import {
  type Counts,
  type CreatedRange,
  mostCounted,
  mostCountedOneByOne,
  type Search,
} from '../../../core/list-filters.ts';
import { boundValues } from '../../../io/db/bound-values.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { startsAfter } from '../../../io/db/keyset.ts';
import { type Grouping, newestOfGroups } from '../../../io/db/newest-of-groups.ts';
import type { Page } from '../../../io/http/page.ts';
import {
  type RecordedTransfer,
  type TransferRow,
  transferColumns,
  transferFromRow,
  transferTables,
} from '../transfer-store.ts';
import type { CandidateEvidence } from './waiting-store.ts';

export type UnmatchedStatus = 'waiting' | 'assigned' | 'dismissed' | 'withdrawn';

/** Money that reached an app's address and belongs to no transaction, or did not when it came. */
export interface UnmatchedPayment {
  readonly id: string;
  readonly appId: string;
  readonly reason: string;
  /** Transactions that it may belong to. */
  readonly candidates: readonly string[];
  /** What speaks for each of them. */
  readonly evidence: readonly CandidateEvidence[];
  /** Transactions whose customers say that it is theirs. */
  readonly claims: readonly string[];
  /** Of dust: what came to the address that day, in smallest units; null for all others. */
  readonly dustAmount: bigint | null;
  readonly status: UnmatchedStatus;
  /** The transaction that it was assigned to. */
  readonly transactionId: string | null;
  readonly createdAt: Date;
  /** Its block is null while a reorg has it off the chain. */
  readonly transfer: Omit<RecordedTransfer, 'block'> & { readonly block: number | null };
}

interface Row extends TransferRow {
  payment_id: string;
  payment_app_id: string;
  reason: string;
  candidates: string[];
  evidence: CandidateEvidence[];
  dust_amount: string | null;
  claims: string[];
  status: UnmatchedStatus;
  assigned_to: string | null;
  payment_created_at: Date;
  on_chain: boolean;
}

const columns = `u.id as payment_id, u.app_id as payment_app_id, u.reason, u.candidates, u.evidence, u.dust_amount, u.status, u.transaction_id as assigned_to,
  u.created_at as payment_created_at, f.block is not null as on_chain,
  array(select c.transaction_id from payment_claims c where c.network_id = f.network_id and c.tx_hash = f.tx_hash order by c.id) as claims,
  ${transferColumns}`;
const tables = `unmatched_payments u join (${transferTables}) on f.id = u.transfer_id`;
const tablesOfFound = `found join unmatched_payments u on u.id = found.id join (${transferTables}) on f.id = u.transfer_id`;

/** Payments to these apps; of the rest, null is any. */
export interface UnmatchedFilter {
  readonly appIds: readonly string[];
  readonly statuses: readonly UnmatchedStatus[];
  readonly created: CreatedRange;
  readonly assetIds: readonly string[] | null;
  readonly sought: SoughtTransfer | null;
}

/** What is looked for: an id, the hash of a chain transaction, or an address (canonical) at either end. */
export interface SoughtTransfer extends Search {
  readonly addresses: readonly string[];
}

/**
 * The payments that fit, newest first, one more than the limit. Each app and each status is a way of its own through
 * the index that has its newest first, unless few transfers are what is asked for. The limit stands in the statement,
 * so that PostgreSQL plans these joins alike in a short list and in a long one.
 */
export async function listUnmatched(
  db: Queryable,
  filter: UnmatchedFilter,
  { limit, after }: Page,
): Promise<UnmatchedPayment[]> {
  const among = await fewTransfers(db, filter);
  const { values, bind } = boundValues();
  const newest = `order by u.created_at desc, u.id desc limit ${Math.trunc(limit) + 1}`;
  const fitting = [
    ...startsAfter('u', { after, before: filter.created.before }, bind),
    ...conditionsOf(filter, among, bind),
  ];
  const rowsOf = (whose: readonly string[]) =>
    `select u.id, u.created_at from unmatched_payments u ${joinTransfer(filter)}
     where ${[...whose, ...fitting].join(' and ')}`;
  const groups: Grouping[] = [
    { column: 'u.app_id', type: 'uuid', values: filter.appIds },
    { column: 'u.status', type: 'text', values: filter.statuses },
  ];
  const found =
    among === null
      ? newestOfGroups(groups, { rowsOf, newest }, bind)
      : rowsOf([`u.app_id = any(${bind(filter.appIds)})`, `u.status = any(${bind(filter.statuses)})`]);
  const rows = await db.query<Row>(
    `select ${columns} from (select u.id from (${found}) u ${newest}) ${tablesOfFound}
     order by u.created_at desc, u.id desc`,
    values,
  );
  return rows.map(fromRow);
}

/** How many fit by status, whichever statuses are asked for. */
export async function countUnmatched(
  db: Queryable,
  filter: UnmatchedFilter,
  statuses: readonly UnmatchedStatus[],
): Promise<Counts> {
  const among = await fewTransfers(db, filter);
  const { values, bind } = boundValues();
  const isOneByOne = among === null && joinTransfer(filter) !== '';
  const most = isOneByOne ? mostCountedOneByOne : mostCounted;
  const before = startsAfter('u', { after: null, before: filter.created.before }, bind);
  const fitting = [`u.app_id = any(${bind(filter.appIds)})`, ...before, ...conditionsOf(filter, among, bind)];
  const each = statuses.map(
    (status) => `select '${status}' as status, count(*)::int as count from (
       select from unmatched_payments u ${joinTransfer(filter)}
       where u.status = '${status}' and ${fitting.join(' and ')} limit ${most + 1}) u`,
  );
  const rows = await db.query<{ status: string; count: number }>(each.join('\nunion all '), values);
  return { byStatus: new Map(rows.map(({ status, count }) => [status, count])), most };
}

type Bind = (value: unknown) => string;

/** So many transfers are named one by one; of more, the newest payments are looked through for those that fit. */
const mostFound = 5_000;

/**
 * The transfers of nobody that have what is sought, or are of these assets, where those are few; null otherwise, and
 * where neither is asked for. Payments that were assigned have transfers of somebody: they are found by id and hash.
 */
async function fewTransfers(db: Queryable, filter: UnmatchedFilter): Promise<readonly string[] | null> {
  const { sought, assetIds } = filter;
  if (sought === null && (assetIds === null || filter.statuses.includes('assigned'))) return null;
  const { values, bind } = boundValues();
  const ways = sought === null ? [ofAssets(assetIds ?? [], bind)] : waysTo(sought, bind);
  const each = ways.map((way) => `(${way} limit ${mostFound + 1})`).join('\nunion all ');
  const rows = await db.query<{ id: string }>(`select id from (${each}) as found(id) limit ${mostFound + 1}`, values);
  return rows.length > mostFound ? null : rows.map(({ id }) => id);
}

function ofAssets(assetIds: readonly string[], bind: Bind): string {
  return `select id from transfers where disposition = 'unmatched' and asset_id = any(${bind(assetIds)}::uuid[])`;
}

function waysTo({ id, hashes, addresses }: SoughtTransfer, bind: Bind): string[] {
  const there = addresses.length === 0 ? '' : bind(addresses);
  return [
    ...(id === null ? [] : [`select transfer_id from unmatched_payments where id = ${bind(id)}::uuid`]),
    `select id from transfers
     where network_id in (select id from networks) and tx_hash = any(${bind(hashes)}::text[])`,
    ...(addresses.length === 0
      ? []
      : [
          `select id from transfers where disposition = 'unmatched' and asset_id in (select id from assets)
             and recipient = any(${there}::text[])`,
          `select id from transfers where disposition = 'unmatched' and sender = any(${there}::text[])`,
        ]),
  ];
}

function joinTransfer({ assetIds, sought }: UnmatchedFilter): string {
  return assetIds === null && sought === null ? '' : 'join transfers f on f.id = u.transfer_id';
}

function conditionsOf(
  { created, assetIds, sought }: UnmatchedFilter,
  among: readonly string[] | null,
  bind: Bind,
): string[] {
  return [
    ...(created.from === null ? [] : [`u.created_at >= ${bind(created.from)}`]),
    ...(assetIds === null ? [] : [`f.asset_id = any(${bind(assetIds)}::uuid[])`]),
    ...(among === null ? [] : [`u.transfer_id = any(${bind(among)}::uuid[])`]),
    ...(among !== null || sought === null ? [] : [isAtEitherEnd(bind(sought.addresses))]),
  ];
}

function isAtEitherEnd(addresses: string): string {
  return `(f.recipient = any(${addresses}::text[]) or f.sender = any(${addresses}::text[]))`;
}

export async function findUnmatched(db: Queryable, id: string): Promise<UnmatchedPayment | null> {
  const rows = await db.query<Row>(`select ${columns} from ${tables} where u.id = $1`, [id]);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** The merchant wants to hear of it no more. False where it does not wait. */
export async function dismissUnmatched(trx: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await trx.query(
    `update unmatched_payments set status = 'dismissed', updated_at = $2
     where id = $1 and status = 'waiting' returning id`,
    [id, now],
  );
  return rows.length === 1;
}

function fromRow(row: Row): UnmatchedPayment {
  const transfer = transferFromRow(row);
  return {
    id: row.payment_id,
    appId: row.payment_app_id,
    reason: row.reason,
    candidates: row.candidates,
    evidence: row.evidence,
    dustAmount: row.dust_amount === null ? null : BigInt(row.dust_amount),
    claims: row.claims,
    status: row.status,
    transactionId: row.assigned_to,
    createdAt: row.payment_created_at,
    transfer: { ...transfer, block: row.on_chain ? transfer.block : null },
  };
}
