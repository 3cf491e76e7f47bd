// Checks whether a caller controls an address, by a signature over a text or by a payment.
import type { Proof } from '../../../../core/payment/receiving/proof-of-control.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import type { Instance } from '../../../instance.ts';
import { contractSigners } from '../../../known/networks/asked/contract-signers.ts';
import { clearNetworks } from './clear-networks.ts';
import { contestedBy, isProvedHere } from './conflicting-wallets.ts';
import { type Control, type Controlled, proofText } from './control.ts';
import { listConflicting } from './owner-store.ts';
import { proveByPayment } from './payment/prove-by-payment.ts';

/** `addresses`: the addresses that the caller will own. */
export interface Claimed extends Controlled {
  readonly identity: string;
  readonly addresses: readonly string[];
}

/**
 * Calls the network, so it must not run within a commit; obtainWallet checks again there. A payment is searched or
 * requested only if another owner has the address. Throws Problem naming `signature` if the signature is not valid.
 */
export async function proveControl(instance: Instance, claimed: Claimed, signature: string | null): Promise<Control> {
  const { app, network, identity, addresses } = claimed;
  const proof = signature === null ? null : await proveBySignature(instance, claimed, signature);
  const asked = { ownerId: app.ownerId, family: network.family, identity, addresses };
  const conflicting = await listConflicting(instance.db, asked, false);
  if (proof !== null) return { proof: await clearNetworks(instance, { claimed, proof, conflicting }), payment: null };
  const contested = contestedBy({ ...claimed, proof }, conflicting);
  if (contested.length === 0 || contested.some((one) => isProvedHere({ ...claimed, proof }, one)))
    return { proof, payment: null };
  const found = await proveByPayment(instance, claimed);
  if (found.proof === null) return found;
  return { ...found, proof: await clearNetworks(instance, { claimed, proof: found.proof, conflicting }) };
}

/**
 * The signature of a key is valid on all networks of its family. The answer of a contract is valid on its own network
 * only.
 */
async function proveBySignature(instance: Instance, controlled: Controlled, signature: string): Promise<Proof> {
  const { network, kind, address } = controlled;
  const signed = { text: proofText(instance, controlled), signature, address };
  const { verifySignature } = walletCodecOf(network.family);
  const byKey = await verifySignature(signed, network.facts, null);
  if (byKey === true) return { on: null, clear: [] };
  const mayBeContract = byKey === false && kind === 'address' && network.followable;
  const answer = mayBeContract
    ? await verifySignature(signed, network.facts, contractSigners(instance, network))
    : byKey;
  if (answer === true) return { on: network.id, clear: [] };
  if (answer === false)
    throw fieldProblem(
      'signature',
      'wrong_signature',
      'This is not a signature by the holder of the address over the exact proof_text.',
    );
  throw fieldProblem('signature', answer.code, answer.message);
}
