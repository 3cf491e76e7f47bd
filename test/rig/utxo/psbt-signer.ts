// A merchant's wallet for tests of PSBTs: keys that only litecoind signs with.
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { descriptorChecksum } from '../../../src/io/chains/utxo/keys/descriptor-checksum.ts';
import type { Json } from '../client.ts';
import { postJson } from '../run/post-json.ts';
import type { Litecoind } from './litecoind.ts';

const versions = { public: 0x0435_87cf, private: 0x0435_8394 };

export interface TestKey {
  /** Key expressions of BIP-380 with an origin, without steps. */
  readonly publicText: string;
  readonly privateText: string;
  readonly fingerprint: string;
  readonly path: string;
}

/** The account at this path of a new master key. */
export function newTestKey(path: string): TestKey {
  const master = HDKey.fromMasterSeed(randomBytes(32), versions);
  const account = master.derive(path);
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0');
  const origin = `[${fingerprint}${path.slice(1).replaceAll("'", 'h')}]`;
  return {
    publicText: origin + account.publicExtendedKey,
    privateText: origin + account.privateExtendedKey,
    fingerprint,
    path,
  };
}

/** Signs with the keys of these private descriptors, in a wallet of the node that is loaded for the moment only. */
export async function signPsbt(node: Litecoind, psbt: string, descriptors: readonly string[]): Promise<string> {
  const name = `signer-${randomBytes(4).toString('hex')}`;
  await node.rpc('createwallet', [name, false, true]);
  try {
    const imports = descriptors.map((text) => ({
      desc: `${text}#${descriptorChecksum(text)}`,
      timestamp: 'now',
      range: [0, 30],
    }));
    const imported = await walletRpc<{ success: boolean }[]>(node, name, 'importmulti', [imports, { rescan: false }]);
    if (imported.some(({ success }) => !success)) throw new Error(`The node took no keys: ${JSON.stringify(imported)}`);
    const signed = await walletRpc<{ psbt: string }>(node, name, 'walletprocesspsbt', [psbt]);
    return signed.psbt;
  } finally {
    await node.rpc('unloadwallet', [name]);
  }
}

/** Finalizes a signed PSBT and adds its transaction to the mempool. Returns the txid. */
export async function sendPsbt(node: Litecoind, psbt: string): Promise<string> {
  const { hex, complete } = await node.rpc<{ hex?: string; complete: boolean }>('finalizepsbt', [psbt]);
  if (!complete || hex === undefined) throw new Error('The PSBT is not complete');
  return node.rpc<string>('sendrawtransaction', [hex]);
}

/** The node's own reading of a PSBT. */
export const decodePsbt = (node: Litecoind, psbt: string): Promise<Json> => node.rpc<Json>('decodepsbt', [psbt]);

async function walletRpc<Result>(node: Litecoind, name: string, method: string, params: unknown[]): Promise<Result> {
  const { origin, username, password } = new URL(node.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
  const answer = (await postJson(`${origin}/wallet/${name}`, body, { authorization })) as {
    result: Result;
    error: { message: string } | null;
  };
  if (answer.error !== null) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}
