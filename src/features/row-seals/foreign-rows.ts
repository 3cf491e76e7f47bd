// Rows that let somebody in, or send something somewhere, and that the service did not write as they are.
import type { Instance } from '../instance.ts';
import { readSignedRows } from './reseal-store.ts';
import { type SealedKind, type SealedRow, sealedRows } from './sealed-rows.ts';

export interface ForeignRow {
  readonly kind: SealedKind;
  readonly table: string;
  /** The id of the row; of what has none, the hash that it is found by, in hex. */
  readonly key: string;
}

/** Each row of these has a MAC. Addresses and the audit log are looked over with more than that. */
const kinds = [
  ...(['user', 'account', 'passkey', 'two_factor', 'session', 'email_change'] as const),
  ...(['personal_access_token', 'app_token', 'scoped_app_token', 'webhook', 'proof_payment'] as const),
  ...(['oauth2_client', 'oauth2_grant', 'oauth2_artifact'] as const),
] satisfies SealedKind[];

export async function findForeignRows({ db, seals }: Pick<Instance, 'db' | 'seals'>): Promise<ForeignRow[]> {
  const foreign: ForeignRow[] = [];
  for (const kind of kinds) {
    const { table, fields } = sealedRows[kind];
    const names = Object.keys(fields);
    for await (const rows of readSignedRows(db, kind)) {
      for (const { key, held, values } of rows) {
        const row = Object.fromEntries(names.map((name, place) => [name, values[place] ?? null]));
        if (seals.verify(kind, row as SealedRow<typeof kind>, held)) continue;
        foreign.push({ kind, table, key: typeof key === 'string' ? key : key.toString('hex') });
      }
    }
  }
  return foreign;
}
