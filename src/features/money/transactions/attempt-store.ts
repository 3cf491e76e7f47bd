// The statement of POST /transaction that commits attempts with their events, for a batch of concurrent requests.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { formatRate } from '../../../core/money/rate.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { hexOf } from '../../../io/db/sealed/sealed-row-type.ts';
import { DatabaseAway, isForeignKeyViolation, isUniqueViolation } from '../../../io/db/sql-fault.ts';
import type { IdempotentRequest } from '../../../io/http/operation.ts';
import type { AppEvent } from '../../events/events/store.ts';
import { idempotencyColumns, idempotencyRow, recordEmitted } from '../../known/requests/store.ts';
import { macsOf, type Transaction } from '../ledger/transaction-store.ts';

export interface Attempt {
  readonly transaction: Transaction;
  /** The sequence of the invoice at which the quote was made. */
  readonly sequence: bigint;
  readonly walletId: string;
  readonly ownerId: string;
  readonly family: FamilyName;
  /** The transaction.created event, with its MAC. */
  readonly event: AppEvent & { readonly mac: Buffer };
  /** The stored event also serves as the answer to this request. */
  readonly idempotentRequest: IdempotentRequest | null;
}

/**
 * moved: the invoice or its address changed since it was read. address_taken: the address belongs to another owner.
 * amount_taken, key_taken: such a row exists already. Only `made` wrote anything.
 */
export type Outcome = 'made' | 'moved' | 'address_taken' | 'amount_taken' | 'key_taken';

/** One attempt as a parameter of the statement. */
export interface AttemptRow {
  readonly id: string;
  readonly invoiceId: string;
  readonly json: string;
}

/** Serializes the attempt as soon as it is decided, so that the batch only has to be sent. */
export function attemptRow(db: Queryable, attempt: Attempt): AttemptRow {
  const { id, invoiceId } = attempt.transaction;
  return { id, invoiceId, json: JSON.stringify(wanted(db, attempt)) };
}

/**
 * Commits attempts with their events and stored answers in one statement. An attempt writes nothing if its invoice
 * changed since it was read or if another invoice has its amount; the others are not affected. If several attempts are
 * for one invoice, only the first is made; the others get `moved`.
 */
export async function insertAttempts(db: Queryable, attempts: readonly AttemptRow[]): Promise<Outcome[]> {
  const first = new Map<string, AttemptRow>();
  for (const attempt of attempts) if (!first.has(attempt.invoiceId)) first.set(attempt.invoiceId, attempt);
  const outcomes = await insertEach(db, [...first.values()]);
  return attempts.map(({ id }) => outcomes.get(id) ?? 'moved');
}

/**
 * Does the same for one attempt inside a database transaction. Throws the constraint violation if a key or an address
 * was taken.
 */
export async function insertAttempt(trx: Queryable, attempt: Attempt): Promise<Outcome> {
  const row = attemptRow(trx, attempt);
  return (await insertTogether(trx, [row])).get(row.id) ?? 'moved';
}

/** Returns the outcome for a violated constraint; null for any other error. */
export function outcomeOf(error: unknown): Exclude<Outcome, 'made'> | null {
  if (isUniqueViolation(error, 'idempotency_records_pkey')) return 'key_taken';
  // An open quote has the amount, or it is promised to another invoice. The trigger raises its error under the name of
  // the index.
  if (isUniqueViolation(error, 'transactions_unique_amount')) return 'amount_taken';
  // Another owner got the address at the same time.
  if (isForeignKeyViolation(error, 'watched_addresses_one_owner')) return 'address_taken';
  // The child of the key became watched at the same time.
  return isUniqueViolation(error, 'watched_addresses_one_index') ? 'moved' : null;
}

/**
 * Returns outcomes by id. If one attempt cannot be written, the whole statement fails, and each attempt is written
 * alone.
 */
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

/** The columns in which new attempts differ. The other columns are the same for all new attempts. */
const wantedColumns = `id uuid, invoice_id uuid, sequence bigint, event_id uuid, app_id uuid, network_id uuid,
  asset_id uuid, wallet_id uuid, owner_id uuid, family text, sender text, is_requested boolean, is_leased boolean,
  recipient text, recipient_mac bytea, mac bytea, derivation_index bigint, identified_by text, rate numeric,
  rate_evidence jsonb, amount numeric, quoted numeric, required_confirmations integer, must_be_final boolean,
  expire_at timestamptz, deadline timestamptz, at timestamptz, event_at timestamptz, data json,
  invoice_facts json, event_mac bytea,
  ${idempotencyColumns}`;

// Invoices are locked in the order of their ids to avoid deadlocks. The watcher may reserve the same address for its
// owner at this moment. Therefore a conflict on any key of address_owners is ignored; naming one key would let
// conflicts on the others fail.
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
    select event_id, app_id, 'transaction.created', invoice_id, sequence + 1, data, invoice_facts,
      coalesce(event_at, at), event_mac
    from guard)
  select id, 'address_taken' as outcome from locked union all select id, 'amount_taken' from own
  union all select id, 'made' from guard`;

/** Returns outcomes by id. An attempt that is missing from the result had moved. */
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
    // Rare fields are left out unless set.
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
    ...(event.createdAt.getTime() === transaction.createdAt.getTime() ? {} : { event_at: event.createdAt }),
    data: event.data,
    invoice_facts: event.invoiceFacts,
    event_mac: hexOf(event.mac),
    ...idempotencyRow(idempotentRequest),
  };
}
