// Whose signature a claim bears: the sender's of the chain transaction that it names, or it proves nothing.
import { fieldProblem } from '../../core/problem.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';

export interface SignedClaim {
  readonly text: string;
  readonly signature: string;
  /** The addresses that sent something in it, canonical. */
  readonly senders: readonly string[];
}

/** The sender who signed; null where the chain does not name any yet. Throws Problem for a signature that is nobody's of them. */
export async function provenSender(
  _instance: Pick<Instance, 'log'>,
  _network: Network,
  { senders }: SignedClaim,
): Promise<string | null> {
  if (senders.length === 0) return null;
  throw fieldProblem('signature', 'not_the_sender', 'It is not a signature of the address that sent the payment.');
}
