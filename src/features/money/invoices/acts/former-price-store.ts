// All SQL of the table former_references, and of the last price of an order.
import type { Queryable } from '../../../../io/db/database.ts';
import { amount, bytes, nullable, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import { RowTampered } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Instance } from '../../../instance.ts';
import { type NameGap, proves, rangeOf, referenceHash } from '../../../known/row-seals/name-gap.ts';
import type { RowSeals } from '../../../known/row-seals/sealed-rows.ts';

const formerReference = rowType({
  id: uuid,
  appId: uuid,
  reference: text,
  total: amount,
  currency: text,
  endedAt: time,
  mac: bytes,
});

/** An earlier price of an order under this reference. */
const formerPrice = rowType({
  id: nullable(uuid),
  total: amount,
  currency: text,
  mac: nullable(bytes),
  /**
   * The gap between two kept references that this reference would fall into if it was never given up; null for a price.
   */
  afterHash: nullable(bytes),
  beforeHash: nullable(bytes),
});
type FormerPrice = RowOf<typeof formerPrice>;

interface Referenced {
  readonly id: string;
  readonly appId: string;
  readonly reference: string;
  /** In minor units of the currency. */
  readonly total: bigint;
  readonly currency: string;
}

/**
 * Call it when an invoice changes its reference or is deleted. If a later price is stored for the reference, that price
 * stays.
 */
export async function keepFormerPrice(
  trx: Queryable,
  { seals, newId }: Pick<Instance, 'seals' | 'newId'>,
  { appId, reference, total, currency, endedAt }: Omit<Referenced, 'id'> & { readonly endedAt: Date },
): Promise<void> {
  const price = { appId, reference, total, currency };
  const mac = seals.sign('former_reference', { ...price, total: String(total) });
  const kept = { id: newId(), ...price, endedAt, mac };
  await trx.query(
    `insert into former_references (${formerReference.written}) values (${formerReference.placeholders})
     on conflict (app_id, reference) do update set total = excluded.total, currency = excluded.currency,
       ended_at = excluded.ended_at, mac = excluded.mac
       where former_references.ended_at <= excluded.ended_at`,
    formerReference.values(kept),
  );
}

/**
 * Returns the last total requested under the reference of a new invoice; null if there was none. Throws RowTampered if
 * the stored price was changed or deleted outside the service.
 */
export async function findFormerPrice(
  trx: Queryable,
  seals: RowSeals,
  { id, appId, reference }: Referenced,
): Promise<{ readonly total: bigint; readonly currency: string } | null> {
  const hash = referenceHash(appId, reference);
  const rows = formerPrice.all(
    await trx.query(
      `(select null::uuid as id, total, currency, null::bytea as mac, null::bytea as after_hash,
          null::bytea as before_hash, created_at as at from invoices
          where app_id = $1 and reference = $2 and id <> $3 order by created_at desc limit 1)
       union all
       select id, total, currency, mac, null, null, ended_at from former_references where app_id = $1 and reference = $2
       union all
       (select id, 0, '', mac, after_hash, before_hash, '-infinity' from name_gaps where ${rangeOf('$4')})
       order by at desc`,
      [appId, reference, id, hash],
    ),
  );
  const [prices, [gap = null]] = [rows.filter((row) => gapIn(row) === null), rows.flatMap((row) => gapIn(row) ?? [])];
  const former = prices.find(({ mac }) => mac !== null);
  const isSound =
    former === undefined
      ? proves(trx, gap, hash)
      : seals.verify('former_reference', { ...former, appId, reference, total: String(former.total) }, former.mac);
  if (isSound) return prices[0] ?? null;
  throw new RowTampered({ kind: 'former_reference', table: 'former_references', id: former?.id ?? '', appId });
}

function gapIn({ id, afterHash, beforeHash, mac }: FormerPrice): NameGap | null {
  if (id === null || afterHash === null || beforeHash === null || mac === null) return null;
  return { id, afterHash, beforeHash, mac };
}
