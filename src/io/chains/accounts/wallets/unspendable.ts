// Recognises twenty-byte addresses that have no key: burn addresses, addresses of a network itself, and shared
// contracts.
import type { UnspendableReason } from '../../../../core/payment/receiving/address-findings.ts';
import { sharedContracts, walletImplementations } from './known-contracts.ts';

/** Why funds at a canonical address cannot be spent; null if there is no known reason. */
export function unspendableAccount(address: string): UnspendableReason | null {
  const digits = address.slice(2);
  if (sharedContracts.has(address) || walletImplementations.has(address)) return 'system_contract';
  if (networkOwn.some((form) => form.test(digits))) return 'precompile';
  if (burned.has(address) || burnedForms.some((form) => form.test(digits))) return 'burn_address';
  return null;
}

/**
 * Numbers below 2^16, except `dead`, are precompiles and contracts of networks (Ethereum, Arbitrum, Polygon, BNB Smart
 * Chain, ZKsync). The others are the predeploys of OP Stack chains (0x42…), Avalanche's precompiles (0x01… to 0x03…),
 * and the sender of system calls.
 */
const networkOwn: readonly RegExp[] = [
  /^0{36}(?!dead)[0-9a-f]{4}$/,
  /^420{34}[0-9a-f]{4}$/,
  /^0[1-3]0{36}[0-9a-f]{2}$/,
  /^f{39}e$/,
  /^deaddeaddeaddeaddeaddeaddeaddeaddead000[0-9a-f]$/,
];

/** No one can find a key for an address with 96 bits of one digit, or one that repeats a word. */
const burnedForms: readonly RegExp[] = [
  /([0-9a-f])\1{23}/,
  /^(?:dead){10}$/,
  /^(?:deadbeef){5}$/,
  /^dead0{8,}[0-9a-f]*(?:dead|beef)$/,
];

/** The burn address that meme coins use, and the account in TRON's genesis block that destroys fees. */
const burned: ReadonlySet<string> = new Set([
  '0xdead000000000000000042069420694206942069',
  '0x77944d19c052b73ee2286823aa83f8138cb7032f',
]);
