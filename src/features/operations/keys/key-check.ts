// A sealed record that proves that a key belongs to this database, and states which rows must have MACs.
import type { Vault } from '../../../io/secrets/vault.ts';

/**
 * The rows that may lack a MAC. `unsigned`: people, programs and money; `signed`: money; `sealed`: roles and events;
 * `complete`: none. See unsigned-kinds.ts.
 */
export type CheckState = 'unsigned' | 'signed' | 'sealed' | 'complete';

/** The texts are stored in databases, so they must not change. */
const texts: Readonly<Record<CheckState, string>> = {
  unsigned: 'this key belongs to this database',
  signed: 'this key belongs to this database, and its people and programs are signed',
  sealed: 'this key belongs to this database, and all of its rows that decide about money are sealed',
  complete:
    'this key belongs to this database, and all of its rows are sealed, its roles, events and former names included',
};
/** The most complete state first. */
export const checkStates = ['complete', 'sealed', 'signed', 'unsigned'] as const satisfies CheckState[];
const context = 'key check';

export function sealCheck(vault: Vault, state: CheckState): Buffer {
  return vault.seal(texts[state], context);
}

/** Returns null if none of the keys opens it. */
export function readCheck(vault: Vault, sealed: Buffer): CheckState | null {
  try {
    const text = vault.open(sealed, context);
    return checkStates.find((state) => texts[state] === text) ?? null;
  } catch {
    return null;
  }
}
