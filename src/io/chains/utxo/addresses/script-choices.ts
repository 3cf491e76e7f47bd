// Lists the kinds of addresses that a bare extended key may mean, with the first characters of each kind on a chain.
import type { ScriptChoice } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { base58check } from './script.ts';

/** Empty if the chain has only one kind. */
export function scriptChoices({ hrp, pubKeyHash, scriptHash }: UtxoParams): readonly ScriptChoice[] {
  if (hrp === null) return [];
  return [
    { script: 'p2wpkh', begins: [`${hrp}1q`] },
    { script: 'p2tr', begins: [`${hrp}1p`] },
    { script: 'p2sh-p2wpkh', begins: firstLetters(scriptHash) },
    { script: 'p2pkh', begins: firstLetters(pubKeyHash) },
  ];
}

/**
 * The letters with which a Base58Check address with this version byte can begin: from the smallest hash to the largest.
 */
function firstLetters(version: number): readonly string[] {
  const letters = [0x00, 0xff].map((byte) => base58check.encode(Uint8Array.of(version, ...Array(20).fill(byte)))[0]);
  return [...new Set(letters as string[])];
}
