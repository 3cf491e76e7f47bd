// Builds the output scripts of multisig wallets (BIP-383), with sorted keys if the wallet sorts them.
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Locking } from '../addresses/script.ts';

/** The output that contains the script: P2SH, P2WSH, or P2WSH within P2SH. */
export type MultisigWrap = 'sh' | 'wsh' | 'sh(wsh)';

export interface Multisig {
  readonly wrap: MultisigWrap;
  /** Whether keys are sorted by their bytes in each script (BIP-67), whatever their order in the wallet. */
  readonly isSorted: boolean;
  /** The number of keys that must sign. */
  readonly threshold: number;
}

/** The most keys (compressed) for each output type, by BIP-383. */
export const mostKeys: Readonly<Record<MultisigWrap, number>> = { sh: 15, wsh: 20, 'sh(wsh)': 20 };

/** `keys` are compressed, 33 bytes each, in the wallet's order. */
export function multisigLocking(keys: readonly Uint8Array[], multisig: Multisig): Locking {
  const { redeemScript, witnessScript } = multisigScripts(keys, multisig);
  if (redeemScript !== undefined) return scriptHash(redeemScript);
  return { kind: 'p2wsh', payload: sha256(witnessScript as Uint8Array) };
}

/** The scripts that a spender shows, as BIP-174 names them. At least one is present. */
export function multisigScripts(
  keys: readonly Uint8Array[],
  { wrap, isSorted, threshold }: Multisig,
): { readonly redeemScript?: Uint8Array; readonly witnessScript?: Uint8Array } {
  const script = multisigScript(isSorted ? [...keys].sort(compareBytes) : keys, threshold);
  if (wrap === 'sh') return { redeemScript: script };
  if (wrap === 'wsh') return { witnessScript: script };
  const payload = sha256(script);
  return { redeemScript: Uint8Array.of(0, payload.length, ...payload), witnessScript: script };
}

/** P2SH around a script. */
export function scriptHash(redeemScript: Uint8Array): Locking {
  return { kind: 'p2sh', payload: hash160(redeemScript) };
}

/** k KEY_1 … KEY_n n OP_CHECKMULTISIG. */
export function multisigScript(keys: readonly Uint8Array[], threshold: number): Uint8Array {
  const pushed = keys.map((key) => Uint8Array.of(key.length, ...key));
  return concatBytes(pushNumber(threshold), ...pushed, pushNumber(keys.length), Uint8Array.of(opCheckMultisig));
}

/** 1 to 16 have an opcode each; a greater number is pushed as a byte. */
function pushNumber(number: number): Uint8Array {
  return number <= 16 ? Uint8Array.of(op1 - 1 + number) : Uint8Array.of(1, number);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number);
}

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

const op1 = 0x51;
const opCheckMultisig = 0xae;
