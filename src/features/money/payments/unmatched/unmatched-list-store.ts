// SQL of the lists of unmatched payments: pages and counts of the payments that match all filters.
import {
  type Counts,
  type CreatedRange,
  mostCounted,
  mostCountedOneByOne,
  type Search,
} from '../../../../core/list-filters.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { boundValues, startsAfter } from '../../../../io/db/keyset.ts';
import { type Found, foundBy } from '../../../../io/db/lists/found-ids.ts';
import { type Grouping, newestOfGroups } from '../../../../io/db/lists/newest-of-groups.ts';
import type { Page } from '../../../../io/http/page.ts';
import { transferFault, transferTables } from '../transfer-store.ts';
import {
  readUnmatched,
  type UnmatchedPayment,
  type UnmatchedRow,
  type UnmatchedStatus,
  unmatchedColumns,
} from './unmatched-store.ts';

/** Payments to these apps. Null in another filter matches everything. */
export interface UnmatchedFilter {
  readonly appIds: readonly string[];
  readonly statuses: readonly UnmatchedStatus[];
  readonly created: CreatedRange;
  readonly assetIds: readonly string[] | null;
  readonly sought: SoughtTransfer | null;
}

/** The search: an id, the hash of a chain transaction, or a canonical address of sender or recipient. */
export interface SoughtTransfer extends Search {
  readonly addresses: readonly string[];
}

/**
 * Returns the matching payments, newest first, one more than the limit. Each app and each status is read through an
 * index that is sorted by time, unless the search finds few transfers. The limit is a literal in the statement, so that
 * PostgreSQL plans short and long lists alike.
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
  const rows = await db.query<UnmatchedRow>(
    `select ${unmatchedColumns} from (select u.id from (${found}) u ${newest}) found
     join unmatched_payments u on u.id = found.id join (${transferTables}) on f.id = u.transfer_id
     order by u.created_at desc, u.id desc`,
    values,
  );
  return rows.filter((row) => transferFault(db, row) === null).map(readUnmatched);
}

/** Counts the matching payments by status. The status filter is ignored. */
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

/**
 * Returns the transfers without an owner that match the search or the assets, if there are few. Returns null if there
 * are many or if neither filter is set. Assigned payments have transfers with an owner, which are found by id and hash
 * only.
 */
async function fewTransfers(db: Queryable, filter: UnmatchedFilter): Promise<Found> {
  const { sought, assetIds } = filter;
  if (sought === null && (assetIds === null || filter.statuses.includes('assigned'))) return null;
  const { values, bind } = boundValues();
  const ways = sought === null ? [ofAssets(assetIds ?? [], bind)] : waysTo(sought, bind);
  return foundBy(db, ways, values);
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
