// All SQL of the table former_coin_terms: the last terms of coins that an app no longer accepts.
import type { Queryable } from '../../../io/db/database.ts';
import { bytes, int, nullable, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import type { Instance } from '../../instance.ts';
import type { RowSeals } from '../../known/row-seals/sealed-rows.ts';
import type { AppCryptocurrency } from './store.ts';

const formerTerms = rowType({
  id: uuid,
  appId: uuid,
  assetId: uuid,
  confirmations: nullable(int),
  acceptUnconfirmedUpTo: nullable(text),
  endedAt: time,
  mac: bytes,
});

export async function keepFormerTerms(
  trx: Queryable,
  { seals, clock, newId }: Pick<Instance, 'seals' | 'clock' | 'newId'>,
  { appId, assetId, confirmations, acceptUnconfirmedUpTo }: AppCryptocurrency,
): Promise<void> {
  const terms = { appId, assetId, confirmations, acceptUnconfirmedUpTo };
  const kept = { id: newId(), ...terms, endedAt: clock.now(), mac: seals.sign('former_coin_terms', terms) };
  await trx.query(
    `insert into former_coin_terms (${formerTerms.written}) values (${formerTerms.placeholders})
     on conflict (app_id, asset_id) do update set confirmations = excluded.confirmations,
       accept_unconfirmed_up_to = excluded.accept_unconfirmed_up_to, ended_at = excluded.ended_at, mac = excluded.mac`,
    formerTerms.values(kept),
  );
}

/**
 * Returns null if the app never accepted the coin. Terms that were changed outside the service count as the strictest.
 */
export async function findFormerTerms(
  trx: Queryable,
  seals: RowSeals,
  { appId, assetId }: Pick<AppCryptocurrency, 'appId' | 'assetId'>,
): Promise<Pick<AppCryptocurrency, 'confirmations' | 'acceptUnconfirmedUpTo'> | null> {
  const found = formerTerms.one(
    await trx.query(`select ${formerTerms.columns} from former_coin_terms where app_id = $1 and asset_id = $2`, [
      appId,
      assetId,
    ]),
  );
  if (found === null || seals.verify('former_coin_terms', found, found.mac)) return found;
  return { confirmations: strictest, acceptUnconfirmedUpTo: null };
}

const strictest = 10_000;
