// SQL that counts references to assets that are no longer configured.
import type { Queryable } from '../../../../io/db/database.ts';

/** All but `assetId` are counts. */
export interface Owed {
  readonly assetId: string;
  /** Attempts that wait for their payment or its confirmations. */
  readonly attempts: number;
  /** Their invoices. */
  readonly invoices: number;
  /** Attempts with a payment that is not confirmed yet. */
  readonly seen: number;
  /** Payments that wait for a merchant. */
  readonly unmatched: number;
  /** Apps that accept it, without archived ones. */
  readonly apps: number;
  /** Receiving addresses and keys of apps on its network, without archived apps. */
  readonly addresses: number;
}

/** Returns a row for each of these assets that is referred to. */
export async function listOwed(db: Queryable, assetIds: readonly string[]): Promise<Owed[]> {
  const rows = await db.query<Record<string, string> & { id: string }>(
    `select a.id, t.attempts, t.invoices, t.seen, u.unmatched, c.apps, d.addresses
     from assets a
     cross join lateral (
       select count(*) as attempts, count(distinct invoice_id) as invoices,
         count(*) filter (where hash is not null) as seen
       from transactions where network_id = a.network_id and asset_id = a.id and status = 'processing') t
     cross join lateral (
       select count(*) as unmatched from transfers f join unmatched_payments p on p.transfer_id = f.id
       where f.asset_id = a.id and f.disposition = 'unmatched' and p.status = 'waiting') u
     cross join lateral (
       select count(*) as apps from app_cryptocurrencies ac join apps p on p.id = ac.app_id
       where ac.asset_id = a.id and p.archived_at is null) c
     cross join lateral (
       select count(*) as addresses from app_addresses aa join apps p on p.id = aa.app_id
       where aa.network_id = a.network_id and aa.enabled and aa.deleted_at is null and p.archived_at is null) d
     where a.id = any($1::uuid[])`,
    [assetIds],
  );
  const count = (text: string | undefined) => Number(text ?? 0);
  return rows.map(({ id, attempts, invoices, seen, unmatched, apps, addresses }) => ({
    assetId: id,
    attempts: count(attempts),
    invoices: count(invoices),
    seen: count(seen),
    unmatched: count(unmatched),
    apps: count(apps),
    addresses: count(addresses),
  }));
}
