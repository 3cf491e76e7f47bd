// Whether a caller controls an address, by a signature over a text that is worth nothing to anybody else.
import { fieldProblem } from '../../../core/problem.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import { walletCodecOf } from '../../../io/chains/keys/wallet-codecs.ts';
import type { App } from '../../apps/store.ts';
import type { Network } from '../../catalog/catalog.ts';
import type { Instance } from '../../instance.ts';
import type { WalletKind } from './owner-store.ts';

export interface Controlled {
  readonly app: App;
  readonly network: Network;
  readonly kind: WalletKind;
  /**
   * The address, or the first that the key gives out; canonical. Whoever has its private key and the public one has
   * those of all its neighbours.
   */
  readonly address: string;
}

/**
 * It names the service, the owner, the app, the family and the address: no neighbour can use the signature for himself,
 * here or elsewhere.
 */
export function proofText(
  { publicUrl }: Pick<Instance, 'publicUrl'>,
  { app, network, kind, address }: Controlled,
): string {
  const what = kind === 'xpub' ? 'an extended public key whose first address is the one below' : 'the address below';
  return [
    `I control ${what}, and want to be paid there by the app and to the account named here.`,
    '',
    `Service: ${new URL(publicUrl).host}`,
    `Account: ${app.ownerId}`,
    `App: ${app.id}`,
    `Network family: ${network.family}`,
    `Address: ${codecOf(network.family).showAddress(address, network.facts)}`,
  ].join('\n');
}

/**
 * Throws Problem naming `signature` where it does not prove control. Only keys count, no contract's word: a contract of
 * the same address on another network of the family may be somebody else's.
 */
export async function proveControl(instance: Instance, controlled: Controlled, signature: string): Promise<void> {
  const { network, address } = controlled;
  const text = proofText(instance, controlled);
  const answer = await walletCodecOf(network.family).verifySignature({ text, signature, address }, network.facts, null);
  if (answer === true) return;
  if (answer === false)
    throw fieldProblem(
      'signature',
      'wrong_signature',
      'This is not the signature of the holder of the address over proof_text, to the letter.',
    );
  throw fieldProblem('signature', answer.code, answer.message);
}
