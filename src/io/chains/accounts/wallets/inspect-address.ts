// Reads from a chain with accounts who holds an address: a key, a contract that is a wallet, or another contract.
import { type HolderLook, malformed } from '../../chain.ts';
import { unlessRefused } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { callWords } from '../call-words.ts';
import { walletImplementations } from './known-contracts.ts';

export type HolderFacts = Pick<HolderLook, 'holder' | 'signs'>;

/** Reads the code of the address by eth_getCode at the newest block. Throws ChainFault. */
export async function inspectHolder(rotation: EndpointRotation, address: string): Promise<HolderFacts> {
  const code = await rotation.call('eth_getCode', [address, 'latest']);
  if (typeof code !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(code))
    throw malformed(`eth_getCode answered ${JSON.stringify(code)?.slice(0, 100)}`);
  const bytes = code.slice(2).toLowerCase();
  if (bytes === '' || delegated.test(bytes)) return { holder: 'key', signs: true };
  const cloned = minimalProxy.exec(bytes)?.[1];
  if (cloned !== undefined && walletImplementations.has(`0x${cloned}`)) return { holder: 'wallet', signs: true };
  for (const slot of implementationSlots) {
    const held = await unlessRefused(rotation.call('eth_getStorageAt', [address, slot, 'latest']));
    if (walletImplementations.has(addressIn(held)))
      return { holder: 'wallet', signs: slot !== safeSlot || (await handlesSignatures(rotation, address)) };
  }
  return (await answersSignatures(rotation, address))
    ? { holder: 'wallet', signs: true }
    : { holder: 'contract', signs: false };
}

/** EIP-7702: the code of an account whose key has delegated to a contract. The key still signs for it. */
const delegated = /^ef0100[0-9a-f]{40}$/;

/** The code of a minimal proxy (EIP-1167). */
const minimalProxy = /^363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/;

/** The storage slot in which a proxy keeps its implementation: Safe uses the first slot, others the one of EIP-1967. */
const safeSlot = '0x0';
const implementationSlots = [safeSlot, '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'] as const;

/**
 * keccak256('fallback_manager.handler.address'). A Safe checks signatures through its handler, and cannot without one.
 */
const handlerSlot = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';

async function handlesSignatures(rotation: EndpointRotation, address: string): Promise<boolean> {
  const held = await unlessRefused(rotation.call('eth_getStorageAt', [address, handlerSlot, 'latest']));
  return /[1-9a-f]/.test(addressIn(held).slice(2));
}

function addressIn(held: unknown): string {
  return typeof held === 'string' ? `0x${held.slice(2).padStart(40, '0').slice(-40).toLowerCase()}` : '';
}

/**
 * Whether the contract implements isValidSignature(bytes32,bytes) of EIP-1271. Such a contract answers an invalid
 * signature with a word that begins with the selector, with ff or with 00. Otherwise supportsInterface (EIP-165) must
 * name the function.
 */
async function answersSignatures(rotation: EndpointRotation, address: string): Promise<boolean> {
  const selector = '1626ba7e';
  const word = (number: number) => number.toString(16).padStart(64, '0');
  const signature = `${word(1)}${word(1)}1b`.padEnd(192, '0');
  const asked = `0x${selector}${word(1)}${word(64)}${word(65)}${signature}`;
  const supports = `0x01ffc9a7${selector.padEnd(64, '0')}`;
  // A contract that gives the same answer to every call is not a wallet.
  const nonsense = `0x7b1e9d3f${word(1)}${word(64)}${word(65)}${signature}`;
  const [answer, isNamed, toNonsense] = await callWords(rotation, address, [asked, supports, nonsense]);
  if (isNamed === 1n && toNonsense !== 1n) return true;
  if (answer === null || answer === undefined || answer === toNonsense) return false;
  return [`0x${selector}`, '0xffffffff', '0x00000000'].some((start) => answer === BigInt(start.padEnd(66, '0')));
}
