// Whether a caller controls an address: by a signature over a text that is worth nothing to anybody else, or by a
// payment.
import type { Proof } from '../../../../core/payment/receiving/proof-of-control.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import type { Instance } from '../../../instance.ts';
import { contractSigners } from '../../../known/networks/asked/contract-signers.ts';
import { clearNetworks } from './clear-networks.ts';
import { contestedBy, isProvedHere } from './contested.ts';
import { type Control, type Controlled, proofText } from './control.ts';
import { listConflicting } from './owner-store.ts';
import { proveByPayment } from './payment/prove-by-payment.ts';

/** `addresses`: those that become the owner's. */
export interface Claimed extends Controlled {
  readonly identity: string;
  readonly addresses: readonly string[];
}

/**
 * Asks the network, so never within a commit; obtainWallet judges again there. A payment is looked for, or asked for,
 * only where another owner stands against it. Throws Problem naming `signature` where that proves nothing.
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

/** A key's signature counts on all networks of its family, a contract's word on its own. */
async function proveBySignature(instance: Instance, controlled: Controlled, signature: string): Promise<Proof> {
  const { network, kind, address } = controlled;
  const signed = { text: proofText(instance, controlled), signature, address };
  const { verifySignature } = walletCodecOf(network.family);
  const byKey = await verifySignature(signed, network.facts, null);
  if (byKey === true) return { on: null, clear: [] };
  const mayBeContract = byKey === false && kind === 'address' && network.followable && !network.isBlockless;
  const answer = mayBeContract
    ? await verifySignature(signed, network.facts, contractSigners(instance, network))
    : byKey;
  if (answer === true) return { on: network.id, clear: [] };
  if (answer === false)
    throw fieldProblem(
      'signature',
      'wrong_signature',
      'This is not the signature of the holder of the address over proof_text, to the letter.',
    );
  throw fieldProblem('signature', answer.code, answer.message);
}
