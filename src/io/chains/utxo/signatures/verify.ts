// Verifies that the holder of a UTXO address signed a text, in either of the two forms that wallets produce.
import { base64 } from '@scure/base';
import type { Refusal, SignedText } from '../../codec.ts';
import { readUtxoAddress } from '../addresses/read-address.ts';
import type { UtxoParams } from '../params.ts';
import { isWitnessFor, readWitness } from './bip322.ts';
import { isSignedMessage } from './signed-message.ts';

/**
 * 65 bytes in base64 are a signmessage signature (BIP-137). A witness in base64, with or without the prefix `smp`, is
 * BIP-322's simple form, for single-key addresses: P2WPKH, P2SH-P2WPKH and P2TR. Scripts of several keys, and BIP-322's
 * full form, have their own refusals.
 */
export function verifyUtxoSignature({ text, signature, address }: SignedText, params: UtxoParams): boolean | Refusal {
  const holder = readUtxoAddress(address, params);
  if ('message' in holder) return holder;
  if (holder.kind === 'p2wsh') return severalKeys;
  const bytes = readBase64(signature.trim());
  if (bytes === null) return notASignature;
  if (bytes.length === 65) return isSignedMessage(text, bytes, holder, params);
  const witness = readWitness(bytes);
  if (witness === null) return notASignature;
  return holder.kind !== 'p2pkh' && isWitnessFor(text, witness, holder);
}

/** Longer than any single-key witness. */
const mostCharacters = 1_000;

function readBase64(signature: string): Uint8Array | null {
  const text = signature.replace(/^smp/, '');
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
  return isBase64 && text !== '' && text.length <= mostCharacters ? base64.decode(text) : null;
}

const notASignature: Refusal = {
  code: 'not_a_signature',
  message:
    'A signature here is base64, as the wallet answers it for a message: ' +
    "signmessage's 65 bytes, or BIP-322's simple form.",
};

const severalKeys: Refusal = {
  code: 'several_signatures',
  message: 'Messages of an address whose script may ask for several keys cannot be verified here.',
};
