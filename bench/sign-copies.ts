// Signs rows that a benchmark copied by SQL, in the same way as the service.
import { signBatchedRows } from '../src/features/operations/keys/sign-earlier-rows.ts';
import { connectPostgres } from '../src/io/db/postgres.ts';
import { createRowMac } from '../src/io/secrets/row-mac.ts';

/** secretKey: the key of the instance. */
export async function signCopies(databaseUrl: string, secretKey: Buffer): Promise<void> {
  const db = await connectPostgres({
    url: databaseUrl,
    maxConnections: 2,
    applicationName: 'bench',
    onError: () => {},
  });
  try {
    await signBatchedRows({ db, rowMac: createRowMac([secretKey]) });
  } finally {
    await db.close();
  }
}
