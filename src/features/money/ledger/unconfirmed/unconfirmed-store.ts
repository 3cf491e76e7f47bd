// The SQL of payments that count for the merchant before they are confirmed: on which terms, and what speaks against
// them.
import type { AppSettings, WaitingStanding } from '../../../../core/app-settings.ts';
import type { UnconfirmedPart } from '../../../../core/payment/invoice.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { conflictsOf } from '../../../known/networks/unconfirmed-store.ts';
import { accepted, app, settingsFromJson } from '../../../people/apps/settings/app-rows.ts';
import { readTransaction, type Transaction, transactionColumns } from '../transaction-store.ts';

/** On which terms an app takes a payment unconfirmed, and what its node told of it. */
export interface Offer {
  readonly transactionId: string;
  /** The greatest invoice total, a decimal in the invoice's currency. */
  readonly upTo: string;
  readonly settings: AppSettings;
  readonly standing: WaitingStanding;
}

const [ofCoin, ofApp] = [accepted.under('coin_'), app.under('app_')];

/**
 * The offers of these attempts, which were seen to be paid. An attempt has none where its app takes nothing
 * unconfirmed, or where the terms were changed past the service.
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
 * What an app accepted unconfirmed since then, in minor units by currency; locked until the commit, so that no other
 * commit accepts beside it.
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

/** A bounded number of invoices that are not accepted, though what pays them has been quiet for long enough by now. */
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
  /** Minor units that are at risk by it. */
  readonly value: bigint;
  readonly countsFrom: Date;
}

/** Keeps that these were seen when the terms took them unconfirmed. What is kept already may only count sooner. */
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

/** What these invoices' attempts brought that is not confirmed, by invoice. */
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
