// Keys, transactions and signatures that tronweb 6.5.1 created. They were recorded before it was removed from the
// tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../client.ts';

interface Recorded {
  readonly source: string;
  /** The key of all signatures here, in hex. */
  readonly key: string;
  readonly address: { readonly base58: string; readonly hex: string };
  /** m/44'/195'/0'/0/0…4 of the mnemonic "abandon … about". */
  readonly children: readonly string[];
  /** Base58check and 41-hex. */
  readonly addresses: readonly (readonly [string, string])[];
  /** The newest block in its node's response. */
  readonly block: Json;
  /** Built by the transaction builder and signed. */
  readonly transactions: readonly RecordedTransaction[];
  /** Built from the examples in tronweb's documentation. */
  readonly documented: readonly { readonly type: string; readonly id: string; readonly raw: string }[];
  /** Texts signed by TIP-191. */
  readonly messages: readonly { readonly text: string; readonly signature: string }[];
  /** A Transaction.Result with each member that tronweb knows. */
  readonly result: string;
  /** The first transaction of the published block with a call, with its signature and result. */
  readonly whole: string;
}

export interface RecordedTransaction {
  readonly title: string;
  readonly raw_data: Json;
  readonly raw_data_hex: string;
  readonly txID: string;
  readonly signature: string;
}

export const recordedTronweb = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded-tronweb.json'), 'utf8'),
) as Recorded;
