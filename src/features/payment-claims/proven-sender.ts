// Whose signature a claim bears: the sender's of the chain transaction that it names, or it proves nothing.
import { fieldProblem } from '../../core/problem.ts';
import { walletCodecOf } from '../../io/chains/keys/wallet-codecs.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { askChain } from './find-on-chain.ts';

export interface SignedClaim {
  readonly text: string;
  readonly signature: string;
  /** The addresses that sent something in it, canonical; none while the chain does not know it. */
  readonly senders: readonly string[];
  /** The network of the caller, as a keyed hash; null where that is not known. */
  readonly visitor: number | null;
}

/**
 * The sender who signed; null while the chain names none. Throws Problem for a signature that is nobody's of them: what
 * was meant as a proof must not pass for a claim without one.
 */
export async function provenSender(
  instance: Pick<Instance, 'log'>,
  network: Network,
  { text, signature, senders, visitor }: SignedClaim,
): Promise<string | null> {
  // Without an endpoint no contract can be asked, and no signature proves anything.
  if (senders.length === 0 || !network.followable) return null;
  return askChain(instance, { network, visitor }, async (chain) => {
    for (const address of new Set(senders)) {
      const verified = await walletCodecOf(network.family).verifySignature(
        { text, signature, address },
        network.facts,
        chain,
      );
      if (typeof verified !== 'boolean') throw fieldProblem('signature', verified.code, verified.message);
      if (verified) return address;
    }
    throw fieldProblem('signature', 'not_the_sender', 'It is not a signature of the address that sent the payment.');
  });
}
