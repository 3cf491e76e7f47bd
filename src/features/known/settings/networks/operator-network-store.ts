// All SQL for the networks that the operator connected in the console.
import type { Queryable } from '../../../../io/db/database.ts';
import { boolean, bytes, nullable, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import type { TamperedRow } from '../../../../io/db/sealed/row-guard.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import { sealedRows } from '../../row-seals/sealed-rows.ts';

const operatorNetwork = rowType({
  id: uuid,
  symbol: text,
  definition: nullable(text),
  endpointsSealed: bytes,
  revision: uuid,
  enabled: boolean,
  createdAt: time,
  updatedAt: time,
});
export type StoredOperatorNetwork = RowOf<typeof operatorNetwork>;

const row = sealed(operatorNetwork, 'operator_network', sealedRows.operator_network);

/** Returns all rows in the order in which they were made. Rows that the service did not write are apart. */
export async function listOperatorNetworkRows(
  db: Queryable,
): Promise<{ readonly rows: StoredOperatorNetwork[]; readonly tampered: TamperedRow[] }> {
  return row.apart(db, await db.query(`select ${row.columns} from operator_networks order by created_at, id`));
}

/** Throws RowTampered. */
export async function findOperatorNetworkRow(db: Queryable, symbol: string): Promise<StoredOperatorNetwork | null> {
  return row.one(db, await db.query(`select ${row.columns} from operator_networks where symbol = $1`, [symbol]));
}

/** Returns false if a row with this symbol exists. */
export async function insertOperatorNetwork(trx: Queryable, made: StoredOperatorNetwork): Promise<boolean> {
  const rows = await trx.query(
    `insert into operator_networks (${row.written}) values (${row.placeholders})
     on conflict (symbol) do nothing returning id`,
    row.values(trx, made),
  );
  return rows.length > 0;
}

/** Replaces the endpoints and `enabled`. Returns false if the row no longer has the revision that was read. */
export async function updateOperatorNetwork(
  trx: Queryable,
  changed: StoredOperatorNetwork,
  readRevision: string,
): Promise<boolean> {
  const { id, endpointsSealed, revision, enabled, updatedAt } = changed;
  const rows = await trx.query(
    `update operator_networks set endpoints_sealed = $2, revision = $3, enabled = $4, updated_at = $5, mac = $6
     where id = $1 and revision = $7 returning id`,
    [id, endpointsSealed, revision, enabled, updatedAt, row.macOf(trx, changed), readRevision],
  );
  return rows.length > 0;
}
