// SQL that finds the transactions that a transfer may belong to.
import type { InvoiceException, InvoiceState, InvoiceStatus } from '../../../../core/payment/invoice.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { onServiceClock } from '../../../people/apps/clock/clock-lead.ts';
import type { PaymentsOf } from '../commit.ts';

/** Only this many of the newest payments without a quote, and of the newest leases, are considered for one address. */
export const mostWithoutQuote = 64;

/** The fields of a transfer by which its candidates are found. The amount is in smallest units. */
export interface Sought {
  readonly recipient: string;
  readonly sender: string | null;
  readonly amount: bigint;
  readonly txHash: string | null;
}

/** $1: network, $2: the transfers, $3: time limit (see `since`), $4: limit for payments without a quote. */
const candidatesOf = `with sought as (
    select * from json_to_recordset($2::json) as s(recipient text, sender text, amount numeric, hash text)),
  places as (
    select distinct s.recipient, a.derivation_index is not null as is_once, w.owner_id
    from sought s
    join watched_addresses a on a.network_id = $1 and a.address = s.recipient
    join wallets w on w.id = a.wallet_id),
  found as (
    select t.id from sought s
      join transactions t on t.recipient = s.recipient and t.sender = s.sender and t.amount is not null
    union select t.id from sought s
      join transactions t on amount_key(t.recipient, t.amount) = amount_key(s.recipient, s.amount)
    union select t.id from places p
      join transactions t on t.recipient = p.recipient and t.amount is not null
      where p.is_once
    union select t.id from places p cross join lateral (
      select id from transactions where recipient = p.recipient and amount is null
      order by created_at desc, id desc limit $4) t
      where p.is_once
    union select t.id from (select distinct recipient, sender from sought) s cross join lateral (
      select id from transactions where recipient = s.recipient and sender = s.sender and amount is null
      order by created_at desc, id desc limit $4) t
    union select t.id from sought s
      join transactions t on t.recipient = s.recipient and t.hash = s.hash and t.amount is null
    union select t.id from places p cross join lateral (
      select id from transactions where recipient = p.recipient and is_leased order by created_at desc limit $4) t
    union select c.transaction_id from sought s join payment_claims c
      on c.network_id = $1 and c.tx_hash = s.hash and c.proved_by is not null),
  ending as (
    select o.id from found f join transactions t on t.id = f.id and t.is_leased and t.status = 'processing'
    cross join lateral (select id from transactions where recipient = t.recipient and network_id = $1
      and amount is not null and derivation_index is null and invoice_id <> t.invoice_id
      and created_at > $3::timestamptz - interval '1 day' and (status = 'processing' or updated_at > $3
        and ${onServiceClock('updated_at', 'transactions.app_id')} > $3)
      order by created_at desc limit 1) o),
  contested as (
    select distinct t.recipient from found f
    join transactions t on t.id = f.id
    join places p on p.recipient = t.recipient
    where t.network_id = $1 and t.status = 'processing' and not p.is_once),
  open as materialized (
    select t.id, t.recipient, t.amount from transactions t join contested c on c.recipient = t.recipient
    where t.network_id = $1 and t.status = 'processing' and t.block is null
    union all
    select t.id, t.recipient, t.amount from transactions t join contested c on c.recipient = t.recipient
    where t.network_id = $1 and t.status = 'processing' and t.hash is not null and t.block is not null),
  near as (
    select o.id from sought s join open o on o.recipient = s.recipient
      and s.amount * 10 between o.amount * 9 and o.amount * 11
    union select o.id from contested c cross join lateral (
      select id from open where recipient = c.recipient order by id desc limit 2) o)
  select t.id from transactions t
  join (select id from found union select id from near union select id from ending) f on f.id = t.id
  join places p on p.recipient = t.recipient
  join apps a on a.id = t.app_id and a.owner_id = p.owner_id
  where t.network_id = $1 and (t.status = 'processing' or t.updated_at > $3
    and ${onServiceClock('t.updated_at', 't.app_id')} > $3)
  order by t.created_at desc, t.id desc`;

/**
 * Returns the ids of the candidate transactions, newest first. Candidates belong to the owner of the address and are
 * open or changed since `since`. At an address given out once, all of them are returned. At a shared address, a
 * candidate must meet one of these conditions:
 * - it has exactly this amount, this sender or this chain transaction, or a proved claim;
 * - it has or had a lease of the address;
 * - it is open and its quote is near the amount;
 * - it ends a lease: one of two open transactions, or a quote of another invoice.
 *
 * An invoice can be paid in thousands of parts, so only the newest transactions without a quote are returned.
 */
export async function listCandidates(
  { db, networkId }: PaymentsOf,
  { sought, since }: { readonly sought: readonly Sought[]; readonly since: Date },
): Promise<string[]> {
  if (sought.length === 0) return [];
  const rows = await db.query<{ id: string }>(candidatesOf, [
    networkId,
    JSON.stringify(
      sought.map(({ recipient, sender, amount, txHash }) => ({
        recipient,
        sender,
        hash: txHash,
        amount: amount.toString(),
      })),
    ),
    since,
    mostWithoutQuote,
  ]);
  return rows.map((row) => row.id);
}

/**
 * Returns the senders that paid a transaction with another declared sender. Such an address is a wallet of many people,
 * for example of an exchange.
 */
export async function listSharedSenders(db: Queryable, senders: readonly string[]): Promise<ReadonlySet<string>> {
  if (senders.length === 0) return new Set();
  const rows = await db.query<{ sender: string }>(
    `select s.sender from unnest($1::text[]) as s(sender) where exists (
       select from transfers f join transactions t on t.id = f.transaction_id
       where f.sender = s.sender and t.is_sender_declared and t.sender <> f.sender)`,
    [[...new Set(senders)]],
  );
  return new Set(rows.map((row) => row.sender));
}

/** An attempt at an address, for the merchant to choose from. */
export interface AttemptAt {
  readonly id: string;
  readonly assetId: string;
  /** Whether it waits for its payment. */
  readonly isOpen: boolean;
  readonly invoice: InvoiceState;
}

interface AttemptRow {
  id: string;
  asset_id: string;
  is_open: boolean;
  status: InvoiceStatus;
  total: string;
  paid: string;
  pending: string;
  refunded: string;
  tolerance: string;
  exceptions: InvoiceException[];
}

/** Only this many of the newest attempts are considered for each app, coin and status. */
const mostLookedAt = 50;

/**
 * Lists the attempts made since then at a watched address, newest first. Includes all apps of the owner and all coins.
 */
export async function listAttemptsAt(
  db: Queryable,
  { networkId, recipient, since }: { readonly networkId: string; readonly recipient: string; readonly since: Date },
): Promise<AttemptAt[]> {
  const rows = await db.query<AttemptRow>(
    `select t.id, t.asset_id, t.status = 'processing' and t.hash is null as is_open,
       i.status, i.total::text, i.paid::text, i.pending::text, i.refunded::text, i.tolerance::text, i.exceptions
     from watched_addresses w join wallets k on k.id = w.wallet_id
       join app_addresses p on p.wallet_id = k.id join apps a on a.id = p.app_id and a.owner_id = k.owner_id
       join assets c on c.network_id = w.network_id
       cross join unnest(array['processing', 'success', 'canceled', 'rejected']) as s(status)
       cross join lateral (
         select * from transactions
         where app_id = p.app_id and asset_id = c.id and status = s.status and created_at > $3
         order by created_at desc, id desc limit ${mostLookedAt}) t
       join invoices i on i.id = t.invoice_id
     where w.network_id = $1 and w.address = $2 and t.recipient = $2 and t.amount is not null
     order by t.created_at desc, t.id desc`,
    [networkId, recipient, since],
  );
  return rows.map((row) => ({
    id: row.id,
    assetId: row.asset_id,
    isOpen: row.is_open,
    invoice: {
      status: row.status,
      total: BigInt(row.total),
      paid: BigInt(row.paid),
      pending: BigInt(row.pending),
      refunded: BigInt(row.refunded),
      tolerance: BigInt(row.tolerance),
      exceptions: row.exceptions,
    },
  }));
}
