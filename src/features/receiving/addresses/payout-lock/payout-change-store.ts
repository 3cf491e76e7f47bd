// All SQL of changes of receiving addresses that wait before they take effect.
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import { nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../../io/http/page.ts';
import { moneyRows } from '../../../known/row-seals/money-rows.ts';
import { lockAppAddress } from '../store.ts';

const plainChange = rowType({
  id: uuid,
  appId: uuid,
  addressId: uuid,
  change: oneOf<'added' | 'enabled' | 'confirmed'>(),
  /** The person who requested it. */
  requestedBy: nullable(uuid),
  effectiveAt: time,
  status: oneOf<'waiting' | 'stopped' | 'approved' | 'withdrawn'>(),
  decidedAt: nullable(time),
  decidedBy: nullable(text),
  createdAt: time,
});
/** A waiting change takes effect at its time without an update of the row: the status remains `waiting`. */
export type PayoutChange = RowOf<typeof plainChange>;
const payoutChange = sealed(plainChange, 'payout_change', moneyRows.payout_change);

export async function insertPayoutChange(trx: Queryable, added: PayoutChange, stopHash: Buffer): Promise<void> {
  const values = [...payoutChange.values(trx, added), stopHash];
  await trx.query(
    `insert into payout_changes (${payoutChange.written}, stop_hash)
     values (${payoutChange.placeholders}, $${values.length})`,
    values,
  );
}

/** Withdraws waiting changes because the address was changed again. The address must be locked. */
export async function withdrawChanges(trx: Queryable, addressId: string, by: string, now: Date): Promise<void> {
  const rows = await trx.query(
    `select ${payoutChange.columns} from payout_changes
     where address_id = $1 and status = 'waiting' and effective_at > $2`,
    [addressId, now],
  );
  for (const change of payoutChange.all(trx, rows))
    await decidePayoutChange(trx, change, { status: 'withdrawn', by, at: now });
}

/**
 * Locks the address of the change and reads the change again. Every commit that ends a change locks the address first.
 */
export function lockPayoutChange(trx: Queryable, id: string): Promise<PayoutChange | null> {
  return lockWhere(trx, 'id = $1', id);
}

/** Does the same for the change that a mailed link stops. Returns null if the link was used or is unknown. */
export function lockChangeOfLink(trx: Queryable, stopHash: Buffer): Promise<PayoutChange | null> {
  return lockWhere(trx, 'stop_hash = $1', stopHash);
}

async function lockWhere(
  trx: Queryable,
  where: 'id = $1' | 'stop_hash = $1',
  value: string | Buffer,
): Promise<PayoutChange | null> {
  const select = `select ${payoutChange.columns} from payout_changes where ${where}`;
  const read = async () => payoutChange.one(trx, await trx.query(select, [value]));
  const found = await read();
  if (found === null) return null;
  await lockAppAddress(trx, found.addressId);
  return read();
}

/** Returns the changed row. The address must be locked. */
export async function decidePayoutChange(
  trx: Queryable,
  change: PayoutChange,
  { status, by, at }: { readonly status: 'stopped' | 'approved' | 'withdrawn'; readonly by: string; readonly at: Date },
): Promise<PayoutChange> {
  const decided = { ...change, status, decidedBy: by, decidedAt: at };
  await trx.query(
    `update payout_changes set status = $2, decided_by = $3, decided_at = $4, stop_hash = null, mac = $5
     where id = $1`,
    [change.id, status, by, at, payoutChange.macOf(trx, decided)],
  );
  return decided;
}

/** Lists changes of these apps, newest first, one more than the limit. */
export async function listChangesOf(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<PayoutChange[]> {
  const rows = await db.query(
    `select ${payoutChange.columns} from payout_changes
     where app_id = any($1::uuid[]) and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return payoutChange.all(db, rows);
}
