// Signs rows that a test wrote by SQL, as the service would have done.

import { readSignedRows } from '../../../src/features/known/row-seals/reseal-store.ts';
import { type SealedKind, sealedRows } from '../../../src/features/known/row-seals/sealed-rows.ts';
import { signBatchedRows } from '../../../src/features/operations/keys/sign-earlier-rows.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { guardOf } from '../../../src/io/db/sealed/sealed-row-type.ts';
import { createRowMac, type RowMac } from '../../../src/io/secrets/row-mac.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';

interface Signing {
  readonly db: Pick<Database, 'query'>;
  readonly service: { readonly dataDir: string; readonly env?: Readonly<Record<string, string | undefined>> };
}

/** Signs the current rows of this kind with these keys. */
export async function signRows({ db, service }: Signing, kind: SealedKind, keys: readonly string[]): Promise<void> {
  const rowMac = await rowMacOf(service);
  const { table, mac, key: column } = sealedRows[kind];
  for await (const rows of readSignedRows(db, kind)) {
    for (const { key, values } of rows) {
      if (!keys.includes(key.toString())) continue;
      await db.query(`update ${table} set ${mac} = $2 where ${column} = $1`, [key, rowMac.sign(kind, values)]);
    }
  }
}

/** Signs all money rows that a test changed, with their current values. */
export async function signChanged({ db, service }: Signing): Promise<void> {
  await signBatchedRows({ db, rowMac: await rowMacOf(service) });
}

/** As `signChanged`, with the key that the instance's connection holds. */
export async function signChangedBy(db: Database): Promise<void> {
  const { sign, holds } = guardOf(db);
  await signBatchedRows({ db, rowMac: { sign, verify: holds, isCurrent: holds } });
}

async function rowMacOf({ dataDir, env }: Signing['service']): Promise<RowMac> {
  const given = env?.SECRET_KEY;
  return createRowMac([given === undefined ? await loadSecretKey(dataDir, null) : Buffer.from(given, 'base64')]);
}
