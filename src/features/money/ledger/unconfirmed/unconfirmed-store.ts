// SQL of unconfirmed payments that the merchant accepts: the terms, and signs against a payment.
import type { AppSettings, WaitingStanding } from '../../../../core/app-settings.ts';
import type { UnconfirmedPart } from '../../../../core/payment/invoice.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { conflictsOf } from '../../../known/networks/unconfirmed-store.ts';
import { accepted, app, settingsFromJson } from '../../../people/apps/settings/app-rows.ts';
import { readTransaction, type Transaction, transactionColumns } from '../transaction-store.ts';

/** The terms on which an app accepts a payment unconfirmed, and the facts that the node reported about the payment. */
export interface Offer {
  readonly transactionId: string;
  /** The largest accepted invoice total, a decimal in the currency of the invoice. */
  readonly upTo: string;
  readonly settings: AppSettings;
  readonly standing: WaitingStanding;
}

const [ofCoin, ofApp] = [accepted.under('coin_'), app.under('app_')];

/**
 * Returns the offers for these paid attempts. An attempt has no offer if its app accepts nothing unconfirmed or if the
 * terms were changed outside the service.
 */
export async function listOffers(trx: Queryable, asked: readonly Transaction[]): Promise<Offer[]> {
  if (asked.length === 0) return [];
  const rows = await trx.query<{
    id: string;
    coin_accept_unconfirmed_up_to: string;
    app_settings: Parameters<typeof settingsFromJson>[0];
    has_confirmed_inputs: boolean | null;
    expected_blocks: number | null;
  }>(
    `select n.id, ${ofCoin.columnsOf('ac')}, ${ofApp.columnsOf('a')}, s.has_confirmed_inputs, s.expected_blocks
     from json_to_recordset($1::json) as n(id uuid, app uuid, asset uuid, network uuid, hash text)
     join app_cryptocurrencies ac on ac.app_id = n.app and ac.asset_id = n.asset
     join apps a on a.id = n.app
     left join unconfirmed_transactions s on s.network_id = n.network and s.tx_hash = n.hash
     where ac.accept_unconfirmed_up_to is not null order by n.id`,
    [
      JSON.stringify(
        asked.map(({ id, appId, assetId, networkId, hash }) => ({
          id,
          app: appId,
          asset: assetId,
          network: networkId,
          hash,
        })),
      ),
    ],
  );
  const held = rows.filter((row) => ofCoin.fault(trx, row) === null && ofApp.fault(trx, row) === null);
  return held.map((row) => ({
    transactionId: row.id,
    upTo: row.coin_accept_unconfirmed_up_to,
    settings: settingsFromJson(row.app_settings),
    standing: { hasConfirmedInputs: row.has_confirmed_inputs, expectedBlocks: row.expected_blocks },
  }));
}

/**
 * Returns the sums that an app accepted unconfirmed since then, in minor units by currency. The lock keeps other
 * commits from accepting more until this one ends.
 */
export async function lockAccepted(trx: Queryable, appId: string, since: Date): Promise<Map<string, bigint>> {
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('unconfirmed ' || $1::text, 0))`, [appId]);
  const rows = await trx.query<{ currency: string; value: string }>(
    `select i.currency, sum(a.value)::text as value from unconfirmed_acceptances a
     join transactions t on t.id = a.transaction_id join invoices i on i.id = t.invoice_id
     where a.app_id = $1 and a.created_at > $2 group by i.currency`,
    [appId, since],
  );
  return new Map(rows.map((row) => [row.currency, BigInt(row.value)]));
}

/**
 * Lists a limited number of invoices that are not accepted yet although their payments have had no conflict for the
 * required time.
 */
export async function listQuiet(db: Queryable, networkId: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ invoice_id: string }>(
    `select distinct t.invoice_id from unconfirmed_acceptances a
     join transactions t on t.id = a.transaction_id and t.hash = a.tx_hash
     join invoices i on i.id = t.invoice_id
     join unconfirmed_transactions s on s.network_id = t.network_id and s.tx_hash = t.hash
     where a.counts_from > a.created_at and a.counts_from <= $2 and a.created_at > $2 - interval '1 day'
       and t.network_id = $1 and t.status = 'processing' and i.accepted_at is null
       and i.status in ('open', 'partially_paid') and s.outcome in ('in_mempool', 'mined') and not s.contested
     order by 1 limit 100`,
    [networkId, now],
  );
  return rows.map((row) => row.invoice_id);
}

export interface UnconfirmedAcceptance {
  readonly transactionId: string;
  readonly appId: string;
  readonly txHash: string;
  readonly upTo: string;
  /** The value at risk, in minor units. */
  readonly value: bigint;
  readonly countsFrom: Date;
}

/** Records that the terms accepted these payments. An existing record can only get an earlier `countsFrom`. */
export async function recordAcceptances(
  trx: Queryable,
  taken: readonly UnconfirmedAcceptance[],
  now: Date,
): Promise<void> {
  if (taken.length === 0) return;
  await trx.query(
    `insert into unconfirmed_acceptances as a (transaction_id, tx_hash, app_id, up_to, value, counts_from, created_at)
     select n.id, n.hash, n.app, n.up_to, n.value, n.counts_from, $2 from json_to_recordset($1::json)
       as n(id uuid, hash text, app uuid, up_to numeric, value numeric, counts_from timestamptz)
     on conflict (transaction_id, tx_hash) do update set counts_from = least(a.counts_from, excluded.counts_from)`,
    [
      JSON.stringify(
        taken.map((one) => ({
          id: one.transactionId,
          hash: one.txHash,
          app: one.appId,
          up_to: one.upTo,
          value: one.value.toString(),
          counts_from: one.countsFrom,
        })),
      ),
      now,
    ],
  );
}

/** Returns the unconfirmed payments of these invoices' attempts, by invoice. */
export async function listUnconfirmedParts(
  trx: Queryable,
  invoiceIds: readonly string[],
  now: Date,
): Promise<Map<string, UnconfirmedPart[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await trx.query<{
    invoice_id: string;
    is_on_terms: boolean;
    is_undisputed: boolean;
  }>(
    `select ${transactionColumns}, coalesce(a.counts_from <= $2, false) as is_on_terms,
       coalesce(s.outcome = 'in_mempool' and not s.contested and ${conflictsOf('s')} = '{}', false) as is_undisputed
     from transactions t
     left join unconfirmed_acceptances a on a.transaction_id = t.id and a.tx_hash = t.hash
     left join unconfirmed_transactions s on s.network_id = t.network_id and s.tx_hash = t.hash
     where t.invoice_id = any($1::uuid[]) and t.status = 'processing' and t.pending > 0`,
    [invoiceIds, now],
  );
  const parts = rows.flatMap((row) => {
    const attempt = readTransaction(trx, row);
    if (attempt === null) return [];
    const { invoiceId, pending: value, block } = attempt;
    return [{ invoiceId, value, isMined: block !== null, isOnTerms: row.is_on_terms, isUndisputed: row.is_undisputed }];
  });
  return Map.groupBy(parts, (one) => one.invoiceId);
}
