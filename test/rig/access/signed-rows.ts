// Rows that a story wrote by SQL, signed as the service would have done.
import { readSignedRows } from '../../../src/features/row-seals/reseal-store.ts';
import { type SealedKind, sealedRows } from '../../../src/features/row-seals/sealed-rows.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { createRowMac } from '../../../src/io/secrets/row-mac.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';

interface Signing {
  readonly db: Pick<Database, 'query'>;
  readonly service: { readonly dataDir: string };
}

/** Signs the rows of this kind with these keys, as they are now. */
export async function signRows({ db, service }: Signing, kind: SealedKind, keys: readonly string[]): Promise<void> {
  const rowMac = createRowMac([await loadSecretKey(service.dataDir, null)]);
  const { table, mac, key: column } = sealedRows[kind];
  for await (const rows of readSignedRows(db, kind)) {
    for (const { key, values } of rows) {
      if (!keys.includes(key.toString())) continue;
      await db.query(`update ${table} set ${mac} = $2 where ${column} = $1`, [key, rowMac.sign(kind, values)]);
    }
  }
}
