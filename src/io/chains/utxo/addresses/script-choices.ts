// The kinds of addresses that a bare extended key may mean, by what an address of each kind begins with on a chain.
import type { ScriptChoice } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { base58check } from './script.ts';

/** None where the chain has one kind only. */
export function scriptChoices({ hrp, pubKeyHash, scriptHash }: UtxoParams): readonly ScriptChoice[] {
  if (hrp === null) return [];
  return [
    { script: 'p2wpkh', begins: [`${hrp}1q`] },
    { script: 'p2tr', begins: [`${hrp}1p`] },
    { script: 'p2sh-p2wpkh', begins: firstLetters(scriptHash) },
    { script: 'p2pkh', begins: firstLetters(pubKeyHash) },
  ];
}

/** The letters that Base58Check can begin with after this version byte: from the least hash to the greatest. */
function firstLetters(version: number): readonly string[] {
  const letters = [0x00, 0xff].map((byte) => base58check.encode(Uint8Array.of(version, ...Array(20).fill(byte)))[0]);
  return [...new Set(letters as string[])];
}
