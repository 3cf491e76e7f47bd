// Asks a contract wallet whether it takes a signature for its own, since such a wallet has no key.
import { callWords } from '../accounts/call-words.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

/**
 * isValidSignature(bytes32,bytes) of EIP-1271: the selector is also what a contract answers if the signature is its
 * own.
 */
const selector = '1626ba7e';

/** False for an address without a contract, and for a contract without that function. Throws ChainFault. */
export async function isContractSignature(
  rotation: EndpointRotation,
  contract: string,
  digest: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const bytes = Buffer.from(signature).toString('hex');
  const padded = bytes.padEnd(Math.ceil(signature.length / 32) * 64, '0');
  const call = `0x${selector}${Buffer.from(digest).toString('hex')}${word(64)}${word(signature.length)}${padded}`;
  const [answer] = await callWords(rotation, contract, [call]);
  return answer === BigInt(`0x${selector.padEnd(64, '0')}`);
}

function word(number: number): string {
  return number.toString(16).padStart(64, '0');
}
