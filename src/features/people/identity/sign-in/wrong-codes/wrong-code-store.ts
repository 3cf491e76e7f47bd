// All SQL of wrong codes after the right password.
import type { WrongCodes } from '../../../../../core/access/wrong-codes.ts';
import type { Queryable } from '../../../../../io/db/database.ts';

/** Returns the wrong codes of this account, locked until the commit. */
export async function lockWrongCodes(trx: Queryable, userId: string): Promise<WrongCodes> {
  await trx.query(`insert into wrong_codes (user_id, given_at) values ($1, '{}') on conflict do nothing`, [userId]);
  const [row] = await trx.query<WrongCodes>(
    'select given_at as "givenAt", mailed_at as "mailedAt" from wrong_codes where user_id = $1 for update',
    [userId],
  );
  if (row === undefined) throw new Error(`There are no wrong codes of ${userId}`);
  return row;
}

export async function recordWrongCodes(
  trx: Queryable,
  userId: string,
  { givenAt, mailedAt }: WrongCodes,
): Promise<void> {
  await trx.query('update wrong_codes set given_at = $2, mailed_at = $3 where user_id = $1', [
    userId,
    givenAt,
    mailedAt,
  ]);
}
