// The SQL of POST /transaction: one statement reads all that quotes need, one commits them, for all requests of a
// moment.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { formatRate } from '../../../core/money/rate.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { hexOf } from '../../../io/db/sealed/sealed-row-type.ts';
import { DatabaseAway, isForeignKeyViolation, isUniqueViolation } from '../../../io/db/sql-fault.ts';
import type { IdempotentRequest } from '../../../io/http/operation.ts';
import type { AppEvent } from '../../events/events/store.ts';
import { idempotencyColumns, idempotencyRow, isKept, recordEmitted } from '../../known/requests/store.ts';
import { rowFault } from '../../known/row-seals/money-rows.ts';
import { accepted, app, type SettingsJson, settingsFromJson } from '../../people/apps/settings/app-rows.ts';
import { invoiceFault, readInvoice } from '../ledger/invoice-store.ts';
import { macsOf, type Transaction } from '../ledger/transaction-store.ts';
import type { AttemptContext } from './attempt-context.ts';
import { isPromised } from './quoting/place-store.ts';

/** Beside the columns of the invoice. */
interface ContextRow extends Readonly<Record<string, unknown>> {
  place: number;
  app_id: string;
  shop_settings: Partial<SettingsJson>;
  shop_owner_id: string;
  coin_id: string | null;
  coin_confirmations: number | null;
  coin_min_total: string | null;
  coin_max_total: string | null;
  wallet_id: string | null;
  wallet_kind: 'address' | 'xpub';
  wallet_value: string;
  wallet_is_free: boolean;
  wallet_is_blocked: boolean;
  use_id: string;
  use_effective_at: Date | null;
  use_mac: Buffer | null;
  earlier_id: string | null;
  earlier_recipient: string;
  earlier_index: string | null;
  earlier_is_leased: boolean;
  earlier_mac: Buffer | null;
  canceled_id: string | null;
  canceled_recipient: string;
  canceled_mac: Buffer | null;
  canceled_quoted: string;
  canceled_window: string;
  processing: string;
  empty_attempts: string;
  has_webhooks: true | null;
  chain_time: Date | null;
  is_repeated: true | null;
  is_stopped: boolean;
  is_visitors: boolean;
  visitor: number | null;
}

export interface ContextParams {
  readonly invoiceId: string;
  readonly assetId: string;
  readonly networkId: string;
  /** Null where nobody is asked who will send: a payment request, which takes a free address if there is one. */
  readonly sender: string | null;
  readonly now: Date;
  readonly idempotentRequest: IdempotentRequest | null;
}

/** How many attempts in a row an invoice takes that no money comes for. */
export const maxEmptyAttempts = 100;

const [ofShop, ofCoin] = [app.under('shop_'), accepted.under('coin_')];

const contextQuery = `select w.place, i.*, ${ofShop.columnsOf('a')}, a.quotes_stopped_at is not null as is_stopped,
     ${ofCoin.columnsOf('ac')},
     wa.id as wallet_id, wa.kind as wallet_kind, wa.value as wallet_value, wa.is_free as wallet_is_free,
     wa.is_blocked as wallet_is_blocked,
     wa.use_id, wa.effective_at as use_effective_at, wa.mac as use_mac, e.recipient_mac as earlier_mac,
     e.id as earlier_id, e.recipient as earlier_recipient, e.derivation_index as earlier_index,
     e.is_leased as earlier_is_leased,
     case when wa.id = g.wallet_id then g.id end as canceled_id, g.recipient as canceled_recipient,
     g.recipient_mac as canceled_mac, g.quoted as canceled_quoted, g.seconds as canceled_window,
     n.processing, case when n.empty < ${maxEmptyAttempts} then n.empty else (
       select count(*) from transactions t
       where t.invoice_id = i.id and (t.hash is not null) = false and t.created_at > (
         select coalesce(max(updated_at), '-infinity') from transactions
         where invoice_id = i.id and (hash is not null) = true))
     end as empty_attempts,
     (select true from webhooks h where h.app_id = i.app_id and h.deleted_at is null limit 1) as has_webhooks,
     (select chain_time from network_cursors where network_id = w.network) as chain_time,
     vi.invoice_id is not null as is_visitors, vi.visitor,
     ${isKept('w')} as is_repeated
   from json_to_recordset($1::json) as w (place integer, invoice uuid, asset uuid, network uuid, sender text,
     at timestamptz, ${idempotencyColumns})
   join invoices i on i.id = w.invoice
   join apps a on a.id = i.app_id
   left join visitor_invoices vi on vi.invoice_id = i.id
   cross join lateral (
     select count(*) filter (where t.status = 'processing') as processing,
       count(*) filter (where t.hash is null) as empty,
       bool_or(t.reason = 'requested' and t.hash is null) as has_canceled
     from transactions t where t.invoice_id = i.id) n
   left join lateral (
     select t.id, t.recipient, t.recipient_mac, t.quoted, d.wallet_id,
       extract(epoch from t.expire_at - t.created_at) as seconds
     from transactions t join watched_addresses d on d.network_id = t.network_id and d.address = t.recipient
     where n.has_canceled and t.invoice_id = i.id and t.asset_id = w.asset and t.sender is not distinct from w.sender
       and t.status = 'canceled' and t.reason = 'requested' and t.hash is null and t.expire_at > w.at
       and not exists (select from blocked_addresses b where b.asset_id = w.asset and b.wallet_id = d.wallet_id)
     order by t.created_at desc limit 1) g on true
   left join app_cryptocurrencies ac on ac.app_id = i.app_id and ac.asset_id = w.asset
   left join lateral (
     select aa.id as use_id, aa.effective_at, aa.mac, w2.id, w2.kind, w2.value,
       w2.kind = 'address' and w.sender is null and not u.is_used and not u.is_promised as is_free, u.is_blocked
     from app_addresses aa join wallets w2 on w2.id = aa.wallet_id
       cross join lateral (select case when w.sender is null and w2.kind = 'address' then exists (
         select from transactions t where t.recipient = w2.value and t.network_id = w.network
           and t.status = 'processing' and t.invoice_id <> i.id)
         else false end as is_used,
         case when w.sender is null and w2.kind = 'address' then exists (
           select from transactions t where t.recipient = w2.value and t.amount is not null
             and t.derivation_index is null and t.created_at > w.at - interval '8 days'
             and t.invoice_id <> i.id and ${isPromised('t', 'w.at')})
           else false end as is_promised,
         case when w.sender is null and w2.kind = 'address' then (
           select max(created_at) from transactions where recipient = w2.value and is_leased) end as leased_at,
         exists (select from blocked_addresses b where b.asset_id = w.asset and b.wallet_id = w2.id) as is_blocked) u
     where aa.app_id = i.app_id and aa.network_id = w.network and aa.enabled and aa.deleted_at is null
       and (aa.effective_at is null or aa.effective_at <= w.at)
     order by w2.id is not distinct from g.wallet_id desc, w2.kind desc, u.is_blocked, u.is_promised, u.is_used,
       u.leased_at nulls first, aa.id limit 1) wa on true
   left join lateral (
     select t.id, t.recipient, t.recipient_mac, t.derivation_index, t.is_leased from transactions t
     where t.invoice_id = i.id and t.asset_id = w.asset and t.sender is not distinct from w.sender
       and t.status = 'processing' and t.hash is null and not exists (
         select from blocked_addresses b join wallets w3 on w3.id = b.wallet_id
         where b.asset_id = w.asset and w3.value = t.recipient)
     limit 1) e on true`;

/**
 * Everything at once and of one moment, in the order they were asked for: null for an unknown invoice, and the row
 * where one that the quote needs was changed past the service.
 */
export async function readAttemptContexts(
  db: Queryable,
  asked: readonly ContextParams[],
): Promise<(AttemptContext | TamperedRow | null)[]> {
  const rows = await db.query<ContextRow>(contextQuery, [
    JSON.stringify(
      asked.map(({ invoiceId, assetId, networkId, sender, now, idempotentRequest }, place) => ({
        ...{ place, invoice: invoiceId, asset: assetId, network: networkId, sender, at: now },
        ...idempotencyRow(idempotentRequest),
      })),
    ),
  ]);
  const contexts: (AttemptContext | TamperedRow | null)[] = asked.map(() => null);
  for (const row of rows) {
    contexts[row.place] = faultOf(db, row) ?? contextFromRow(db, row, asked[row.place] as ContextParams);
  }
  return contexts;
}

function faultOf(db: Queryable, row: ContextRow): TamperedRow | null {
  return invoiceFault(db, row) ?? ofShop.fault(db, row) ?? (row.coin_id === null ? null : ofCoin.fault(db, row));
}

function earlierFault(db: Queryable, row: ContextRow, networkId: string): TamperedRow | null {
  const { earlier_id: id, earlier_recipient: recipient, earlier_mac: mac, app_id: appId } = row;
  return rowFault(db, 'recipient', { row: { id, networkId, recipient }, mac, id: String(id), appId });
}

function canceledFault(db: Queryable, row: ContextRow, networkId: string): TamperedRow | null {
  const { canceled_id: id, canceled_recipient: recipient, canceled_mac: mac, app_id: appId } = row;
  return rowFault(db, 'recipient', { row: { id, networkId, recipient }, mac, id: String(id), appId });
}

function addressFault(db: Queryable, row: ContextRow, networkId: string): TamperedRow | null {
  const [id, appId] = [row.use_id, row.app_id];
  const wallet = { walletId: row.wallet_id, kind: row.wallet_kind, value: row.wallet_value };
  const used = { ...{ id, appId, networkId, enabled: true }, ...wallet, effectiveAt: row.use_effective_at };
  return rowFault(db, 'app_address', { row: used, mac: row.use_mac, id, appId });
}

function contextFromRow(db: Queryable, row: ContextRow, { networkId, now }: ContextParams): AttemptContext {
  return {
    invoice: readInvoice(row),
    visit: row.is_visitors ? { visitor: row.visitor } : null,
    settings: settingsFromJson(row.shop_settings),
    acceptance:
      row.coin_id === null
        ? null
        : { confirmations: row.coin_confirmations, minTotal: row.coin_min_total, maxTotal: row.coin_max_total },
    wallet:
      row.wallet_id === null
        ? null
        : {
            ...{ id: row.wallet_id, kind: row.wallet_kind, value: row.wallet_value },
            ...{ isFree: row.wallet_is_free, isBlocked: row.wallet_is_blocked },
            fault: addressFault(db, row, networkId),
          },
    earlier:
      row.earlier_id === null
        ? null
        : {
            id: row.earlier_id,
            recipient: row.earlier_recipient,
            derivationIndex: row.earlier_index === null ? null : BigInt(row.earlier_index),
            isLeased: row.earlier_is_leased,
            fault: earlierFault(db, row, networkId),
          },
    canceled:
      row.canceled_id === null
        ? null
        : {
            ...{ id: row.canceled_id, recipient: row.canceled_recipient },
            fault: canceledFault(db, row, networkId),
            ...{ quoted: BigInt(row.canceled_quoted), windowSeconds: Number(row.canceled_window) },
          },
    processing: Number(row.processing),
    emptyAttempts: Number(row.empty_attempts),
    hasWebhooks: row.has_webhooks === true,
    isRepeated: row.is_repeated === true,
    ownerId: row.shop_owner_id,
    isStopped: row.is_stopped,
    clockLeadMs: row.chain_time === null ? 0 : Math.max(0, row.chain_time.getTime() - now.getTime()),
  };
}

export interface Attempt {
  readonly transaction: Transaction;
  /** The invoice's sequence that this was decided on. */
  readonly sequence: bigint;
  readonly walletId: string;
  readonly ownerId: string;
  readonly family: FamilyName;
  /** The transaction.created event, with its MAC. */
  readonly event: AppEvent & { readonly mac: Buffer };
  /** The event tells the answer to this request, too. */
  readonly idempotentRequest: IdempotentRequest | null;
}

/**
 * moved: the invoice, or its address, changed since it was read. address_taken: its address is another owner's. The
 * others: a row of that kind was there before. Only made wrote anything.
 */
export type Outcome = 'made' | 'moved' | 'address_taken' | 'amount_taken' | 'key_taken';

/** One attempt as its statement takes it. */
export interface AttemptRow {
  readonly id: string;
  readonly invoiceId: string;
  readonly json: string;
}

/**
 * Written out as soon as it is decided: by the time the statement leaves, nothing but the database's own work is left.
 */
export function attemptRow(db: Queryable, attempt: Attempt): AttemptRow {
  const { id, invoiceId } = attempt.transaction;
  return { id, invoiceId, json: JSON.stringify(wanted(db, attempt)) };
}

/**
 * Commits attempts with their events and kept answers in one statement. One whose invoice changed since it was read, or
 * whose amount is another invoice's, writes nothing and holds up none of the others. Of several for one invoice the
 * first goes; the others find it changed.
 */
export async function insertAttempts(db: Queryable, attempts: readonly AttemptRow[]): Promise<Outcome[]> {
  const first = new Map<string, AttemptRow>();
  for (const attempt of attempts) if (!first.has(attempt.invoiceId)) first.set(attempt.invoiceId, attempt);
  const outcomes = await insertEach(db, [...first.values()]);
  return attempts.map(({ id }) => outcomes.get(id) ?? 'moved');
}

/**
 * As insertAttempts for one attempt, inside a database transaction: throws the violation of a key or an address that
 * was taken.
 */
export async function insertAttempt(trx: Queryable, attempt: Attempt): Promise<Outcome> {
  const row = attemptRow(trx, attempt);
  return (await insertTogether(trx, [row])).get(row.id) ?? 'moved';
}

/** What a violated constraint says of the attempt that met it; null for every other error. */
export function outcomeOf(error: unknown): Exclude<Outcome, 'made'> | null {
  if (isUniqueViolation(error, 'idempotency_records_pkey')) return 'key_taken';
  // An open quote has the amount, or another invoice was promised it: the trigger's error has the index's name.
  if (isUniqueViolation(error, 'transactions_unique_amount')) return 'amount_taken';
  // Another owner was given the address in the same moment.
  if (isForeignKeyViolation(error, 'watched_addresses_one_owner')) return 'address_taken';
  // The child of the key began to be watched in the same moment.
  return isUniqueViolation(error, 'watched_addresses_one_index') ? 'moved' : null;
}

/** By id. One that cannot be written for whatever reason undoes all of them, so then each goes alone. */
async function insertEach(db: Queryable, attempts: readonly AttemptRow[]): Promise<Map<string, Outcome>> {
  try {
    return await insertTogether(db, attempts);
  } catch (error) {
    const [only] = attempts;
    const outcome = outcomeOf(error);
    if (attempts.length === 1 && only !== undefined && outcome !== null) return new Map([[only.id, outcome]]);
    if (attempts.length === 1 || error instanceof DatabaseAway) throw error;
    const alone = await Promise.all(attempts.map((attempt) => insertEach(db, [attempt])));
    return new Map(alone.flatMap((outcomes) => [...outcomes]));
  }
}

/** What differs from one new attempt to another; the rest of its row is the same for all that just begin. */
const wantedColumns = `id uuid, invoice_id uuid, sequence bigint, event_id uuid, app_id uuid, network_id uuid,
  asset_id uuid, wallet_id uuid, owner_id uuid, family text, sender text, is_requested boolean, is_leased boolean,
  recipient text, recipient_mac bytea, mac bytea, derivation_index bigint, identified_by text, rate numeric,
  rate_evidence jsonb, amount numeric, quoted numeric, required_confirmations integer, must_be_final boolean,
  expire_at timestamptz, deadline timestamptz, at timestamptz, data json, invoice_facts json, event_mac bytea,
  ${idempotencyColumns}`;

// Invoices are locked by id, as everywhere, so that two of these never wait for each other in a circle. An address may
// become its owner's in this very moment, as the watcher reserves what keys give out next: a conflict with whichever
// key of that table is none, while one that names a single key leaves the others to fail.
const insertion = `with locked as (
    select w.* from json_to_recordset($1::json) as w (${wantedColumns})
      join invoices i on i.id = w.invoice_id and i.sequence = w.sequence
    where requires_same_database()
    order by i.id for no key update of i),
  own as (
    select l.* from locked l where not exists (
      select from address_owners o where o.family = l.family and o.address = l.recipient and o.owner_id <> l.owner_id)),
  made as (
    insert into transactions (id, invoice_id, app_id, network_id, asset_id, sender, is_sender_declared, is_leased,
      recipient, recipient_mac, mac, derivation_index, identified_by, rate, rate_evidence, amount, quoted, status,
      required_confirmations, must_be_final, expire_at, deadline, created_at, updated_at)
    select id, invoice_id, app_id, network_id, asset_id, sender, is_requested is null, is_leased is not null,
      recipient, recipient_mac, mac, derivation_index, identified_by, rate, rate_evidence, amount, quoted, 'processing',
      required_confirmations, must_be_final, expire_at, deadline, at, at
    from own
    on conflict do nothing returning id),
  guard as (
    update invoices i set sequence = w.sequence + 1, updated_at = w.at
    from made m join own w on w.id = m.id where i.id = w.invoice_id
    returning w.*),
  owned as (
    insert into address_owners (family, address, owner_id, wallet_id)
    select family, recipient, owner_id, wallet_id from guard where derivation_index is not null order by recipient
    on conflict do nothing),
  watched as (
    insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id, derivation_index)
    select network_id, family, recipient, owner_id, wallet_id, app_id, derivation_index
    from guard where derivation_index is not null
    on conflict (network_id, address) do nothing),
  kept as (${recordEmitted('guard', 201)}),
  told as (
    insert into events (id, app_id, type, invoice_id, sequence, data, invoice_facts, created_at, mac)
    select event_id, app_id, 'transaction.created', invoice_id, sequence + 1, data, invoice_facts, at, event_mac
    from guard)
  select id, 'address_taken' as outcome from locked union all select id, 'amount_taken' from own
  union all select id, 'made' from guard`;

/** By id; what is missing had moved. */
async function insertTogether(db: Queryable, attempts: readonly AttemptRow[]): Promise<Map<string, Outcome>> {
  const rows = await db.query<{ id: string; outcome: Outcome }>(insertion, [
    `[${attempts.map(({ json }) => json).join()}]`,
  ]);
  return new Map(rows.map(({ id, outcome }) => [id, outcome]));
}

function wanted(db: Queryable, attempt: Attempt) {
  const { transaction, sequence, walletId, ownerId, family, event, idempotentRequest } = attempt;
  return {
    id: transaction.id,
    invoice_id: transaction.invoiceId,
    sequence: sequence.toString(),
    event_id: event.id,
    app_id: transaction.appId,
    network_id: transaction.networkId,
    asset_id: transaction.assetId,
    wallet_id: walletId,
    owner_id: ownerId,
    family,
    sender: transaction.sender,
    // What is so of few is not written out for all.
    ...(transaction.isSenderDeclared ? {} : { is_requested: true }),
    ...(transaction.isLeased ? { is_leased: true } : {}),
    recipient: transaction.recipient,
    ...macsOf(db, transaction),
    derivation_index: transaction.derivationIndex?.toString(),
    identified_by: transaction.identifiedBy,
    rate: formatRate(transaction.rate),
    rate_evidence: transaction.rateEvidence,
    amount: transaction.amount?.toString(),
    quoted: transaction.quoted.toString(),
    required_confirmations: transaction.requiredConfirmations,
    must_be_final: transaction.mustBeFinal,
    expire_at: transaction.expireAt,
    deadline: transaction.deadline,
    at: transaction.createdAt,
    data: event.data,
    invoice_facts: event.invoiceFacts,
    event_mac: hexOf(event.mac),
    ...idempotencyRow(idempotentRequest),
  };
}
