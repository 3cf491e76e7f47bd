// A TRON key: its address, and its signatures of transactions and texts.
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Hex, keccak256 } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { Json } from '../../client.ts';
import { transactionBytes } from './transaction-bytes.ts';

export interface TronKey {
  /** 0x and twenty bytes in lower case. */
  readonly canonical: Hex;
  /** 41-hex. */
  readonly prefixed: string;
  /** Returns the transaction in the form for /wallet/broadcasttransaction. */
  sign(raw_data: Json): Json;
  /** By TIP-191 (https://github.com/tronprotocol/tips/blob/master/tip-191.md): 0x and 65 bytes. */
  signText(text: string): Hex;
}

/** `key`: a private key in hex, without 0x. */
export function tronKey(key: string): TronKey {
  const secret = Buffer.from(key, 'hex');
  const canonical = privateKeyToAddress(`0x${key}`).toLowerCase() as Hex;
  return {
    canonical,
    prefixed: `41${canonical.slice(2)}`,
    sign(raw_data) {
      const raw = transactionBytes(raw_data);
      const id = createHash('sha256').update(raw).digest();
      const signature = [signatureOf(id, secret).toString('hex')];
      return { visible: false, txID: id.toString('hex'), raw_data, raw_data_hex: raw.toString('hex'), signature };
    },
    signText(text) {
      const bytes = Buffer.from(text);
      const digest = keccak256(Buffer.concat([Buffer.from(`\x19TRON Signed Message:\n${bytes.length}`), bytes]));
      return `0x${signatureOf(Buffer.from(digest.slice(2), 'hex'), secret).toString('hex')}`;
    },
  };
}

/** r, s and the recovery id counted from 27. */
function signatureOf(digest: Buffer, secret: Buffer): Buffer {
  const [recovery = 0, ...scalars] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  return Buffer.from([...scalars, 27 + recovery]);
}
