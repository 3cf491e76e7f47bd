// The kinds of rows that an upgrade still has to sign, by the state in the key check.
import { moneyKinds } from '../../known/row-seals/money-rows.ts';
import type { SealedKind } from '../../known/row-seals/sealed-rows.ts';
import type { CheckState } from './key-check.ts';

/** Migration 0030 added a MAC to these kinds. Rows of the other kinds are rejected without a MAC. */
export const peopleKinds: readonly SealedKind[] = [
  ...(['user', 'account', 'passkey', 'two_factor', 'verification', 'email_change'] as const),
  ...(['oauth2_client', 'oauth2_grant', 'oauth2_artifact'] as const),
];

/** Migrations after 0050 added a MAC to these kinds. */
const laterKinds: readonly SealedKind[] = ['user_role', 'event'];

/** These kinds may have millions of rows, so they are signed while the service runs. */
export const batchedKinds: readonly SealedKind[] = [...new Set([...moneyKinds, ...laterKinds])];

/** `name_gap` rows are written again at the end of an upgrade instead of being signed. */
const unsigned: Readonly<Record<CheckState, ReadonlySet<SealedKind>>> = {
  unsigned: new Set([...batchedKinds, 'name_gap']),
  signed: new Set([...batchedKinds, 'name_gap']),
  sealed: new Set([...laterKinds, 'name_gap']),
  complete: new Set(),
};

/** Rows of these kinds are accepted unsigned until the upgrade ends. People are signed before the service starts. */
export function unsignedKinds(state: CheckState): ReadonlySet<SealedKind> {
  return unsigned[state];
}
