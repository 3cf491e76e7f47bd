// What a check says, sealed under a key: that the key is this database's, and whether all that is to be signed is.
import type { Vault } from '../../../io/secrets/vault.ts';

/**
 * Which rows may have no MAC yet. `unsigned`: those of people, programs and money; `signed`: those of money; `sealed`:
 * those that the version after signs; `complete`: none. See unsigned-kinds.ts.
 */
export type CheckState = 'unsigned' | 'signed' | 'sealed' | 'complete';

const texts: Readonly<Record<CheckState, string>> = {
  unsigned: 'this key belongs to this database',
  signed: 'this key belongs to this database, and its people and programs are signed',
  sealed: 'this key belongs to this database, and all of its rows that decide about money are sealed',
  complete:
    'this key belongs to this database, and all of its rows are sealed, its roles, events and former names included',
};
/** The furthest first. */
export const checkStates = ['complete', 'sealed', 'signed', 'unsigned'] as const satisfies CheckState[];
const context = 'key check';

export function sealCheck(vault: Vault, state: CheckState): Buffer {
  return vault.seal(texts[state], context);
}

/** null where none of the keys opens it. */
export function readCheck(vault: Vault, sealed: Buffer): CheckState | null {
  try {
    const text = vault.open(sealed, context);
    return checkStates.find((state) => texts[state] === text) ?? null;
  } catch {
    return null;
  }
}
