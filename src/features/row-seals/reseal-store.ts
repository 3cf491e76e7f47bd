// Signs every row that carries a MAC under the current key: what a rotation of keys does before the old one goes.
import type { Database } from '../../io/db/database.ts';
import type { MacField, RowMac } from '../../io/secrets/row-mac.ts';
import { type SealedKind, sealedRows } from './sealed-rows.ts';

export interface Resealed {
  readonly kind: SealedKind;
  readonly resealed: number;
  /** Rows that no key of the keyring signed: they are left as they are, and go on being refused. */
  readonly unproved: number;
}

const batch = 500;

/**
 * rowMac: the new key first, then those that the rows may be signed with. May run while the service does, stop anywhere
 * and begin anew: a row that the current key signed is left alone, and one that changes meanwhile is left to who changed it.
 */
export async function resealRows(db: Pick<Database, 'query'>, rowMac: RowMac): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const kind of Object.keys(sealedRows) as SealedKind[]) done.push(await resealTable(db, rowMac, kind));
  return done;
}

async function resealTable(db: Pick<Database, 'query'>, rowMac: RowMac, kind: SealedKind): Promise<Resealed> {
  const { table, mac, key, fields, ...rest } = sealedRows[kind];
  const join = 'join' in rest ? rest.join : '';
  const names = Object.keys(fields);
  const selected = Object.values(fields).map((expression, place) => `${expression} as field_${place}`);
  let [after, resealed, unproved] = ['00000000-0000-0000-0000-000000000000', 0, 0];
  for (;;) {
    const rows = await db.query<Readonly<Record<string, MacField>>>(
      `select r.${key} as row_key, r.${mac} as row_mac, ${selected.join(', ')} from ${table} r ${join}
       where r.${key} > $1 order by r.${key} limit ${batch}`,
      [after],
    );
    for (const row of rows) {
      after = row.row_key as string;
      const held = row.row_mac as Buffer | null;
      const values = names.map((_, place) => row[`field_${place}`] ?? null);
      if (held === null || rowMac.isCurrent(kind, values, held)) continue;
      if (!rowMac.verify(kind, values, held)) {
        unproved += 1;
        continue;
      }
      await db.query(`update ${table} set ${mac} = $3 where ${key} = $1 and ${mac} = $2`, [
        after,
        held,
        rowMac.sign(kind, values),
      ]);
      resealed += 1;
    }
    if (rows.length < batch) return { kind, resealed, unproved };
  }
}
