// All SQL that reads the table watched_addresses for block readers. It contains every address that was ever shown.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { addressSharingFamilies, factsOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';

export function sharesAddresses(family: FamilyName): boolean {
  return factsOf(family).addressesShared;
}

/**
 * The networks with addresses to watch on network $1: all of its family with the same params if they share addresses,
 * otherwise only itself.
 */
const sharers = `networks here
  join networks n on n.id = here.id
    or n.family = here.family and n.family = any($2::text[]) and n.params is not distinct from here.params`;

/** Returns the horizon for the next call, chosen so that addresses that commit late are not missed. */
export async function watchHorizon(db: Queryable): Promise<string> {
  const [row] = await db.query<{ horizon: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as horizon');
  return row?.horizon ?? '0';
}

/**
 * Returns the addresses that became watched at or after this database horizon. If networks of a family share addresses,
 * the addresses of the others are included. A payment to the right address on the wrong network must be noticed as
 * well.
 */
export async function listWatchedSince(db: Queryable, networkId: string, horizon: string): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    `select w.address from ${sharers}
       join watched_addresses w on w.network_id = n.id and w.created_xid >= $3::xid8 where here.id = $1`,
    [networkId, addressSharingFamilies, horizon],
  );
  return rows.map((row) => row.address);
}

/** Returns at most this many distinct addresses. Without `alsoShared`, only addresses of the network itself. */
export async function listSomeWatched(
  db: Queryable,
  networkId: string,
  { alsoShared, most }: { readonly alsoShared: boolean; readonly most: number },
): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    `select distinct w.address from ${sharers}
       join watched_addresses w on w.network_id = n.id where here.id = $1 limit $3`,
    [networkId, alsoShared ? addressSharingFamilies : [], most],
  );
  return rows.map((row) => row.address);
}

/** Returns the addresses that are watched for payments on the network, or on one that shares its addresses. */
export async function listWatchedAmong(
  db: Queryable,
  networkId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ address: string }>(
    `select distinct w.address from ${sharers}
       join watched_addresses w on w.network_id = n.id and w.address = any($3::text[]) where here.id = $1`,
    [networkId, addressSharingFamilies, addresses],
  );
  return new Set(rows.map(({ address }) => address));
}

/**
 * Returns the network's addresses that open attempts wait for. Readers that query address by address query these first.
 */
export async function listAwaitedAddresses(db: Queryable, networkId: string): Promise<string[]> {
  const rows = await db.query<{ recipient: string }>(
    "select distinct recipient from transactions where network_id = $1 and status = 'processing'",
    [networkId],
  );
  return rows.map((row) => row.recipient);
}

/** Returns how many addresses listWatched yields. */
export async function countWatched(db: Queryable, networkId: string): Promise<number> {
  const [row] = await db.query<{ count: string }>(
    `select count(*) from ${sharers} join watched_addresses w on w.network_id = n.id where here.id = $1`,
    [networkId, addressSharingFamilies],
  );
  return Number(row?.count ?? 0);
}

const pageSize = 10_000;

/** Yields all addresses, page by page, because there may be millions. */
export async function* listWatched(db: Queryable, networkId: string): AsyncGenerator<readonly string[]> {
  const networks = await db.query<{ id: string }>(`select n.id from ${sharers} where here.id = $1`, [
    networkId,
    addressSharingFamilies,
  ]);
  for (const { id } of networks) {
    let last = '';
    for (let isMore = true; isMore; ) {
      // Selected as one text, because parsing a million rows costs far more than splitting a text.
      const [page] = await db.query<{ addresses: string | null }>(
        `select string_agg(address, ' ' order by address) as addresses from (
           select address from watched_addresses where network_id = $1 and address > $2 order by address limit $3) p`,
        [id, last, pageSize],
      );
      const addresses = page?.addresses?.split(' ') ?? [];
      yield addresses;
      last = addresses.at(-1) ?? last;
      isMore = addresses.length === pageSize;
    }
  }
}

/** Returns when the network's first address became watched, or null. */
export async function firstWatchedAt(db: Queryable, networkId: string): Promise<Date | null> {
  const rows = await db.query<{ first: Date | null }>(
    'select min(created_at) as first from watched_addresses where network_id = $1',
    [networkId],
  );
  return rows[0]?.first ?? null;
}

/** Returns the addresses among these that were watched at this time (Unix seconds). */
export async function listWatchedBy(
  db: Queryable,
  networkId: string,
  { addresses, seconds }: { readonly addresses: readonly string[]; readonly seconds: number },
): Promise<Set<string>> {
  const rows = await db.query<{ address: string }>(
    `select address from watched_addresses
     where network_id = $1 and address = any($2::text[]) and created_at <= to_timestamp($3)`,
    [networkId, addresses, seconds],
  );
  return new Set(rows.map(({ address }) => address));
}
