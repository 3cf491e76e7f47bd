// Checks that a TRON block was made and signed by representatives that the operator lists, whatever endpoints report.
import { malformed } from '../../chain.ts';
import { shownTronAddress } from '../address.ts';
import type { BlockSigners } from './representatives.ts';

/**
 * `pinned` holds the addresses (canonical) of representatives, and of the keys that some of them let sign for them
 * (witness_permission of their accounts). Applies to every block, however old, without a request.
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
