// The five kinds of output script that have an address, as bytes. A scan compares scripts instead of addresses.
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { UtxoParams } from '../params.ts';

export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';

/** A script by its kind and by its payload, the part that differs within a kind: 20 or 32 bytes. */
export interface Locking {
  readonly kind: ScriptKind;
  readonly payload: Uint8Array;
}

/**
 * The kind of the script of `length` bytes at `at`, which is compared in full; null for every other script. Allocates
 * nothing.
 */
export function scriptKindAt(bytes: Uint8Array, at: number, length: number): ScriptKind | null {
  const first = bytes[at];
  switch (length) {
    case 22:
      return first === 0 && bytes[at + 1] === 20 ? 'p2wpkh' : null;
    case 23:
      return first === opHash160 && bytes[at + 1] === 20 && bytes[at + 22] === opEqual ? 'p2sh' : null;
    case 25:
      return first === opDup &&
        bytes[at + 1] === opHash160 &&
        bytes[at + 2] === 20 &&
        bytes[at + 23] === opEqualVerify &&
        bytes[at + 24] === opCheckSig
        ? 'p2pkh'
        : null;
    case 34:
      if (bytes[at + 1] !== 32) return null;
      return first === 0 ? 'p2wsh' : first === op1 ? 'p2tr' : null;
    default:
      return null;
  }
}

/** The offset and length of the payload in a script of this kind. */
export const payloadPlace: Readonly<Record<ScriptKind, { readonly offset: number; readonly length: number }>> = {
  p2pkh: { offset: 3, length: 20 },
  p2sh: { offset: 2, length: 20 },
  p2wpkh: { offset: 2, length: 20 },
  p2wsh: { offset: 2, length: 32 },
  p2tr: { offset: 2, length: 32 },
};

/**
 * The canonical address of a script: Base58Check with the chain's version byte, or Bech32 (version 0) or Bech32m
 * (taproot) in lower case.
 */
export function addressOf({ kind, payload }: Locking, params: UtxoParams): string {
  if (kind === 'p2pkh' || kind === 'p2sh') {
    const version = kind === 'p2pkh' ? params.pubKeyHash : params.scriptHash;
    return base58check.encode(Uint8Array.of(version, ...payload));
  }
  if (params.hrp === null) throw new TypeError(`${params.title} has no addresses of the kind ${kind}`);
  return kind === 'p2tr'
    ? bech32m.encode(params.hrp, [1, ...bech32m.toWords(payload)])
    : bech32.encode(params.hrp, [0, ...bech32.toWords(payload)]);
}

/** The script as bytes of an output. */
export function scriptOf({ kind, payload }: Locking): Uint8Array {
  switch (kind) {
    case 'p2pkh':
      return Uint8Array.of(opDup, opHash160, 20, ...payload, opEqualVerify, opCheckSig);
    case 'p2sh':
      return Uint8Array.of(opHash160, 20, ...payload, opEqual);
    default:
      return Uint8Array.of(kind === 'p2tr' ? op1 : 0, payload.length, ...payload);
  }
}

/**
 * The size of an output with this script and of the input that spends it, in virtual bytes, as GetDustThreshold in
 * Bitcoin Core's src/policy/policy.cpp counts them. A signature in the witness counts a quarter.
 */
export function spendBytesOf(locking: Locking): bigint {
  const output = 8 + 1 + scriptOf(locking).length;
  const isWitness = locking.kind !== 'p2pkh' && locking.kind !== 'p2sh';
  return BigInt(output + 32 + 4 + 1 + (isWitness ? Math.floor(107 / 4) : 107) + 4);
}

/** Base58Check, as Bitcoin's addresses and BIP-32's keys use it. */
export const base58check = createBase58check(sha256);

const op1 = 0x51;
const opDup = 0x76;
const opEqual = 0x87;
const opEqualVerify = 0x88;
const opHash160 = 0xa9;
const opCheckSig = 0xac;

/** The same for P2PKH, the most expensive script to spend. */
export const dearestSpend = spendBytesOf({ kind: 'p2pkh', payload: new Uint8Array(20) });
