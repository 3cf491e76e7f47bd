// The SQL that says whether a block is on the branch that was scanned.
import type { BlockHeader } from '../../core/payment/transfer.ts';
import type { Queryable } from '../../io/db/database.ts';

/** Among the kept blocks the hash decides; one deeper than all of them no longer moves. */
export async function isOnScannedBranch(
  trx: Queryable,
  networkId: string,
  { number, hash }: BlockHeader,
): Promise<boolean> {
  const rows = await trx.query<{ is_on: boolean | null }>(
    `select case when min(number) > $2 then true else bool_or(number = $2 and hash = $3) end as is_on
     from network_blocks where network_id = $1`,
    [networkId, number, hash],
  );
  return rows[0]?.is_on === true;
}
