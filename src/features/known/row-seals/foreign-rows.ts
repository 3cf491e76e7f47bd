// Finds rows that grant access or decide where something is sent, and that the service did not write in their current
// form.
import { guardOf } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Instance } from '../../instance.ts';
import { moneyKinds } from './money-rows.ts';
import { readSignedRows } from './reseal-store.ts';
import { type SealedKind, sealedRows } from './sealed-rows.ts';

export interface ForeignRow {
  readonly kind: SealedKind;
  readonly table: string;
  /** The row's id, or the hex of its lookup hash if it has no id. */
  readonly key: string;
}

/** Each row of these kinds has a MAC. Addresses and the audit log have more checks elsewhere. */
const kinds = [
  ...(['user', 'user_role', 'account', 'passkey', 'two_factor', 'session', 'email_change'] as const),
  ...(['personal_access_token', 'app_token', 'scoped_app_token', 'proof_payment'] as const),
  ...(['oauth2_client', 'oauth2_grant', 'oauth2_artifact'] as const),
  ...(['app_member', 'app_invitation'] as const),
  ...(['former_reference', 'former_coin_terms', 'former_slug', 'name_gap', 'slug_change'] as const),
  ...(['operator_network'] as const),
  ...moneyKinds,
] satisfies SealedKind[];

export async function findForeignRows({ db }: Pick<Instance, 'db'>): Promise<ForeignRow[]> {
  const foreign: ForeignRow[] = [];
  const guard = guardOf(db);
  for (const kind of kinds) {
    const { table } = sealedRows[kind];
    for await (const rows of readSignedRows(db, kind)) {
      for (const { key, held, values } of rows) {
        if (guard.holds(kind, values, held)) continue;
        foreign.push({ kind, table, key: typeof key === 'string' ? key : key.toString('hex') });
      }
    }
  }
  return foreign;
}
