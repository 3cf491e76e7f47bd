// The statement of POST /transaction that reads everything that quotes need, for a batch of concurrent requests.
import type { Queryable } from '../../../io/db/database.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { IdempotentRequest } from '../../../io/http/operation.ts';
import { idempotencyColumns, idempotencyRow, isKept } from '../../known/requests/store.ts';
import { rowFault } from '../../known/row-seals/money-rows.ts';
import { clockLead, onServiceClock } from '../../people/apps/clock/clock-lead.ts';
import { accepted, app, type SettingsJson, settingsFromJson } from '../../people/apps/settings/app-rows.ts';
import { invoiceFault, readInvoice } from '../ledger/invoice-store.ts';
import type { AttemptContext } from './attempt-context.ts';
import { isPromised } from './quoting/place-store.ts';

/** The columns after the invoice columns. */
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
  clock_lead: number;
  is_repeated: true | null;
  is_stopped: boolean;
  is_visitors: boolean;
  visitor: number | null;
}

export interface ContextParams {
  readonly invoiceId: string;
  readonly assetId: string;
  readonly networkId: string;
  /** Null for a payment request, which names no sender and gets a free address if there is one. */
  readonly sender: string | null;
  readonly now: Date;
  readonly idempotentRequest: IdempotentRequest | null;
}

/** An invoice takes at most this many attempts in a row without a payment. */
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
     ${clockLead('i.app_id')} as clock_lead,
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
       and t.status = 'canceled' and t.reason = 'requested' and t.hash is null
       and ${onServiceClock('t.expire_at', 't.app_id')} > w.at
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
 * Reads one consistent snapshot, in the order of the requests. The result is null for an unknown invoice. It is the
 * tampered row if a needed row was changed outside the service.
 */
export async function readAttemptContexts(
  db: Queryable,
  asked: readonly ContextParams[],
): Promise<(AttemptContext | TamperedRow | null)[]> {
  const rows = await db.query<ContextRow>(contextQuery, [
    JSON.stringify(
      asked.map(({ invoiceId, assetId, networkId, sender, now, idempotentRequest }, place) => ({
        place,
        invoice: invoiceId,
        asset: assetId,
        network: networkId,
        sender,
        at: now,
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
  const used = { id, appId, networkId, enabled: true, ...wallet, effectiveAt: row.use_effective_at };
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
            id: row.wallet_id,
            kind: row.wallet_kind,
            value: row.wallet_value,
            isFree: row.wallet_is_free,
            isBlocked: row.wallet_is_blocked,
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
            id: row.canceled_id,
            recipient: row.canceled_recipient,
            fault: canceledFault(db, row, networkId),
            quoted: BigInt(row.canceled_quoted),
            windowSeconds: Number(row.canceled_window),
          },
    processing: Number(row.processing),
    emptyAttempts: Number(row.empty_attempts),
    hasWebhooks: row.has_webhooks === true,
    isRepeated: row.is_repeated === true,
    ownerId: row.shop_owner_id,
    isStopped: row.is_stopped,
    appLeadSeconds: row.clock_lead,
    clockLeadMs: row.chain_time === null ? 0 : Math.max(0, row.chain_time.getTime() - now.getTime()),
  };
}
