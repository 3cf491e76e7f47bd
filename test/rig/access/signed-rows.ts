// Rows that a story wrote by SQL, signed as the service would have done.
import { type SealedKind, sealedRows } from '../../../src/features/row-seals/sealed-rows.ts';
import type { Queryable } from '../../../src/io/db/database.ts';
import { createRowMac, type MacField } from '../../../src/io/secrets/row-mac.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';

interface Signing {
  readonly db: Queryable;
  readonly service: { readonly dataDir: string };
}

/** Signs the rows of this kind with these keys, as they are now. */
export async function signRows({ db, service }: Signing, kind: SealedKind, keys: readonly string[]): Promise<void> {
  const rowMac = createRowMac([await loadSecretKey(service.dataDir, null)]);
  const { table, mac, key, fields, ...rest } = sealedRows[kind];
  const selected = Object.values(fields).map((expression, place) => `${expression} as field_${place}`);
  const rows = await db.query<Readonly<Record<string, MacField>>>(
    `select r.${key} as row_key, ${selected.join(', ')} from ${table} r ${'join' in rest ? rest.join : ''}
     where r.${key}::text = any($1::text[])`,
    [keys],
  );
  for (const row of rows) {
    const values = selected.map((_, place) => row[`field_${place}`] ?? null);
    const signed = rowMac.sign(kind, values);
    await db.query(`update ${table} set ${mac} = $2 where ${key} = $1`, [row.row_key, signed]);
  }
}
