// Checks that a TRON block was made and signed by those whom the operator names, whatever endpoints say of elections.
import { malformed } from '../../chain.ts';
import { shownTronAddress } from '../address.ts';
import type { BlockSigners } from './representatives.ts';

/**
 * `pinned`: the addresses (canonical) of representatives, and of the keys that some of them let sign in their place
 * (witness_permission of their accounts). Holds for every block that is read, however old, and asks nobody.
 */
export function pinnedRepresentatives(pinned: ReadonlySet<string>): BlockSigners {
  return {
    async vouchFor({ header, witness, signer }) {
      const signed = (who: string) => `Block ${header.number} is ${who}, who is not in \`representatives\``;
      if (!pinned.has(witness)) throw malformed(signed(`by ${shownTronAddress(witness)}`));
      if (!pinned.has(signer)) throw malformed(signed(`signed by ${shownTronAddress(signer)}`));
    },
  };
}
