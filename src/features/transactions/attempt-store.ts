// The SQL of POST /transaction: one statement reads all that a quote needs, one statement commits it.
import type { AppSettings } from '../../core/app-settings.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type SettingsJson, settingsFromJson } from '../apps/settings/settings-json.ts';
import { type Invoice, type InvoiceRow, invoiceFromRow } from '../invoices/store.ts';
import { type Transaction, toRow } from './store.ts';

/** The merchant's wallet that the payment goes to. */
export interface ReceivingWallet {
  readonly id: string;
  readonly kind: 'address' | 'xpub';
  readonly value: string;
}

/** What the app says of the asset it accepts; totals as decimals in the invoice's currency. */
export interface Acceptance {
  readonly confirmations: number | null;
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
}

/** An open attempt by the same sender with the same asset that nothing was seen for. */
export interface EarlierAttempt {
  readonly id: string;
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
}

export interface AttemptContext {
  readonly invoice: Invoice;
  readonly environment: 'development' | 'production';
  readonly settings: AppSettings;
  readonly acceptance: Acceptance | null;
  readonly wallet: ReceivingWallet | null;
  readonly earlier: EarlierAttempt | null;
  readonly processing: number;
  readonly hasWebhooks: boolean;
  /** How many milliseconds the network's clock runs ahead of `now`; 0 where it does not. */
  readonly clockLeadMs: number;
}

interface ContextRow extends InvoiceRow {
  environment: 'development' | 'production';
  settings: Partial<SettingsJson>;
  accepted: boolean;
  confirmations: number | null;
  min_total: string | null;
  max_total: string | null;
  wallet_id: string | null;
  wallet_kind: 'address' | 'xpub';
  wallet_value: string;
  earlier_id: string | null;
  earlier_recipient: string;
  earlier_index: string | null;
  processing: string;
  has_webhooks: boolean;
  chain_time: Date | null;
}

/** Everything at once and of one moment; null for an unknown invoice. */
export async function readAttemptContext(
  db: Queryable,
  wanted: { invoiceId: string; assetId: string; networkId: string; sender: string; now: Date },
): Promise<AttemptContext | null> {
  const rows = await db.query<ContextRow>(
    `select i.*, a.environment, a.settings,
       ac.id is not null as accepted, ac.confirmations, ac.min_total, ac.max_total,
       w.id as wallet_id, w.kind as wallet_kind, w.value as wallet_value,
       e.id as earlier_id, e.recipient as earlier_recipient, e.derivation_index as earlier_index,
       (select count(*) from transactions t where t.invoice_id = i.id and t.status = 'processing') as processing,
       exists (select from webhooks h where h.app_id = i.app_id and h.deleted_at is null) as has_webhooks,
       (select block_time from network_cursors where network_id = $3) as chain_time
     from invoices i
     join apps a on a.id = i.app_id
     left join app_cryptocurrencies ac on ac.app_id = i.app_id and ac.asset_id = $2
     left join lateral (
       select w.id, w.kind, w.value from app_addresses aa join wallets w on w.id = aa.wallet_id
       where aa.app_id = i.app_id and aa.network_id = $3 and aa.enabled and aa.deleted_at is null
       order by w.kind desc, aa.id limit 1) w on true
     left join transactions e on e.invoice_id = i.id and e.asset_id = $2 and e.sender = $4 and e.status = 'processing' and e.hash is null
     where i.id = $1`,
    [wanted.invoiceId, wanted.assetId, wanted.networkId, wanted.sender],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    invoice: invoiceFromRow(row),
    environment: row.environment,
    settings: settingsFromJson(row.settings),
    acceptance: row.accepted
      ? { confirmations: row.confirmations, minTotal: row.min_total, maxTotal: row.max_total }
      : null,
    wallet: row.wallet_id === null ? null : { id: row.wallet_id, kind: row.wallet_kind, value: row.wallet_value },
    earlier:
      row.earlier_id === null
        ? null
        : {
            id: row.earlier_id,
            recipient: row.earlier_recipient,
            derivationIndex: row.earlier_index === null ? null : BigInt(row.earlier_index),
          },
    processing: Number(row.processing),
    hasWebhooks: row.has_webhooks,
    clockLeadMs: row.chain_time === null ? 0 : Math.max(0, row.chain_time.getTime() - wanted.now.getTime()),
  };
}

/** The next unused child of an extended public key. Never handed out twice, whatever becomes of the attempt. */
export async function takeDerivationIndex(db: Queryable, walletId: string): Promise<bigint> {
  const rows = await db.query<{ taken: string }>(
    'update wallets set next_index = next_index + 1 where id = $1 returning next_index - 1 as taken',
    [walletId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`wallet ${walletId} is gone`);
  return BigInt(row.taken);
}

export interface Attempt {
  readonly transaction: Transaction;
  /** The invoice's sequence that this was decided on. */
  readonly sequence: bigint;
  readonly walletId: string;
  /** The transaction.created event: its id and data. */
  readonly eventId: string;
  readonly eventData: object;
}

/**
 * Commits a new attempt with its event in one statement; false if the invoice changed since it was read, and then
 * nothing is written. Throws a unique violation of transactions_unique_amount where another open quote has the amount.
 */
export async function insertAttempt(db: Queryable, attempt: Attempt): Promise<boolean> {
  const { transaction } = attempt;
  const rows = await db.query(
    `with guard as (
       update invoices set sequence = sequence + 1, updated_at = $3 where id = $1 and sequence = $2 returning id),
     made as (
       insert into transactions select t.* from json_populate_record(null::transactions, $4::json) t, guard returning id),
     watched as (
       insert into watched_addresses (network_id, address, wallet_id, app_id, derivation_index)
       select $5, $6, $7, $8, $9::bigint from guard where $9::bigint is not null
       on conflict (network_id, address) do nothing)
     insert into events (id, app_id, type, invoice_id, sequence, data, created_at)
     select $10, $8, 'transaction.created', $1, $2::bigint + 1, $11, $3 from guard
     returning id`,
    [
      transaction.invoiceId,
      attempt.sequence,
      transaction.createdAt,
      JSON.stringify(toRow(transaction)),
      transaction.networkId,
      transaction.recipient,
      attempt.walletId,
      transaction.appId,
      transaction.derivationIndex,
      attempt.eventId,
      JSON.stringify(attempt.eventData),
    ],
  );
  return rows.length === 1;
}
