// Which kinds of rows an upgrade still has to sign, by the state that the key check records.
import { moneyKinds } from '../../known/row-seals/money-rows.ts';
import type { SealedKind } from '../../known/row-seals/sealed-rows.ts';
import type { CheckState } from './key-check.ts';

/** Migration 0030 gave these a MAC. A row of another kind without one is not used. */
export const peopleKinds: readonly SealedKind[] = [
  ...(['user', 'account', 'passkey', 'two_factor', 'verification', 'email_change'] as const),
  ...(['oauth2_client', 'oauth2_grant', 'oauth2_artifact'] as const),
];

/** Migrations after 0050 gave these a MAC. */
const laterKinds: readonly SealedKind[] = ['user_role', 'event'];

/** Kinds that are signed beside the running service, as there may be millions of rows. */
export const batchedKinds: readonly SealedKind[] = [...new Set([...moneyKinds, ...laterKinds])];

/** An upgrade writes the ranges between former names anew when it ends, and signs none that it finds. */
const unsigned: Readonly<Record<CheckState, ReadonlySet<SealedKind>>> = {
  unsigned: new Set([...batchedKinds, 'name_gap']),
  signed: new Set([...batchedKinds, 'name_gap']),
  sealed: new Set([...laterKinds, 'name_gap']),
  complete: new Set(),
};

/** Rows of these kinds are used unsigned until the upgrade ends. People are signed before the service starts. */
export function unsignedKinds(state: CheckState): ReadonlySet<SealedKind> {
  return unsigned[state];
}
