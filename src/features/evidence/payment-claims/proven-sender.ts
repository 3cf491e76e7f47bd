// Verifies that the signature of a claim is by a sender of the chain transaction. Any other signature proves nothing.
import { fieldProblem } from '../../../core/problem.ts';
import type { Refusal } from '../../../io/chains/codec.ts';
import { walletCodecOf } from '../../../io/chains/keys/wallet-codecs.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { contractSigners } from '../../known/networks/asked/contract-signers.ts';
import { fewAtOnce } from './find-on-chain.ts';

export interface SignedClaim {
  readonly text: string;
  readonly signature: string;
  /** The canonical addresses of the senders; empty if the chain does not know the transaction. */
  readonly senders: readonly string[];
  /** The network of the caller, as a keyed hash; null if it is not known. */
  readonly visitor: number | null;
}

/**
 * Returns the sender who signed; null if the chain names none. Throws Problem if no sender made the signature, so that
 * a failed proof is not taken for a claim without one.
 */
export async function provenSender(
  instance: Pick<Instance, 'log'>,
  network: Network,
  { text, signature, senders, visitor }: SignedClaim,
): Promise<string | null> {
  // Contract signatures cannot be checked without an endpoint, so the signature proves nothing.
  if (senders.length === 0 || !network.followable) return null;
  return fewAtOnce(visitor, async () => {
    const signers = contractSigners(instance, network);
    let refused: Refusal | null = null;
    for (const address of new Set(senders)) {
      const signed = { text, signature, address };
      const verified = await walletCodecOf(network.family).verifySignature(signed, network.facts, signers);
      if (verified === true) return address;
      if (verified !== false) refused ??= verified;
    }
    const { code, message } = refused ?? notTheSender;
    throw fieldProblem('signature', code, message);
  });
}

const notTheSender: Refusal = {
  code: 'not_the_sender',
  message: 'It is not a signature by the address that sent the payment.',
};
