// Verifies BIP-322's simple form: the witness with which a single-key address would spend an output that commits to the
// text.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { SigHash, Transaction } from '@scure/btc-signer';
import { RawOldTx, RawWitness } from '@scure/btc-signer/script.js';
import { equalBytes, hash160, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import { type Locking, scriptOf } from '../addresses/script.ts';

/** Null for bytes that are not exactly a witness stack. */
export function readWitness(bytes: Uint8Array): readonly Uint8Array[] | null {
  try {
    const witness = RawWitness.decode(bytes);
    return witness.length === 0 ? null : witness;
  } catch {
    return null;
  }
}

/** `holder` is P2WPKH, P2SH (treated as P2SH-P2WPKH, whose script follows from the key) or P2TR by its key alone. */
export function isWitnessFor(text: string, witness: readonly Uint8Array[], holder: Locking): boolean {
  const toSign = signedTransaction(text, scriptOf(holder));
  try {
    return holder.kind === 'p2tr' ? isTaproot(toSign, witness, holder) : isSegwit(toSign, witness, holder);
  } catch {
    // The curve's parser throws for an invalid point or invalid DER.
    return false;
  }
}

/** The transaction that BIP-322 calls to_sign, without a witness. It spends an output that exists on no chain. */
function signedTransaction(text: string, script: Uint8Array): Transaction {
  const digest = tagSchnorr('BIP0322-signed-message', utf8ToBytes(text));
  const toSpend = RawOldTx.encode({
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffff_ffff,
        finalScriptSig: Uint8Array.of(0, digest.length, ...digest),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  });
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownInputs: true });
  toSign.addInput({ txid: sha256x2(toSpend).reverse(), index: 0, sequence: 0, witnessUtxo: { amount: 0n, script } });
  toSign.addOutput({ amount: 0n, script: Uint8Array.of(opReturn) });
  return toSign;
}

const opReturn = 0x6a;

/**
 * BIP-143: exactly a signature and its compressed key. The signature must be strict DER with a low s, and cover all
 * (SIGHASH_ALL).
 */
function isSegwit(toSign: Transaction, witness: readonly Uint8Array[], { kind, payload }: Locking): boolean {
  const [signature, key, ...more] = witness;
  if (signature === undefined || key?.length !== 33 || more.length > 0 || signature.at(-1) !== SigHash.ALL)
    return false;
  const keyHash = hash160(key);
  const program = kind === 'p2sh' ? hash160(scriptOf({ kind: 'p2wpkh', payload: keyHash })) : keyHash;
  if (!equalBytes(program, payload)) return false;
  const code = scriptOf({ kind: 'p2pkh', payload: keyHash });
  const digest = toSign.preimageWitnessV0(0, code, SigHash.ALL, 0n);
  return secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der', lowS: true });
}

/** BIP-341, by the key: one signature of 64 bytes, or of 65 that end in SIGHASH_ALL. */
function isTaproot(toSign: Transaction, witness: readonly Uint8Array[], holder: Locking): boolean {
  const [signature, ...more] = witness;
  if (signature === undefined || more.length > 0) return false;
  if (signature.length !== 64 && (signature.length !== 65 || signature[64] !== SigHash.ALL)) return false;
  const type = signature.length === 64 ? SigHash.DEFAULT : SigHash.ALL;
  const digest = toSign.preimageWitnessV1(0, [scriptOf(holder)], type, [0n]);
  return schnorr.verify(signature.slice(0, 64), digest, holder.payload);
}
