// Coins of keys that no purse holds: what spends them nobody sends again, and a node that starts again forgets it.
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { base58check } from '../../../src/io/chains/utxo/addresses/script.ts';
import type { Litecoind } from './litecoind.ts';
import { type Output, unsignedTransaction } from './utxo-transaction.ts';

/** An output of a key's, with what it holds in smallest units. */
export interface KeyedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}

export interface Key {
  readonly address: string;
  /** What pays it, in hex. */
  readonly script: string;
  /** A signed chain transaction, in hex, that spends this output of the key's and pays these; the rest is its fee. */
  sign(output: KeyedOutput, outputs: readonly Output[]): Promise<string>;
}

/** A coin that the node's purse knows nothing of. */
export interface Coin extends KeyedOutput {
  readonly key: Key;
  readonly outpoint: string;
  /** A signed chain transaction, in hex, that moves it, less a fee, to this address; the rest of it to nobody's. */
  spend(address: string, amount: bigint): Promise<string>;
}

export async function newKey(node: Litecoind, kind: 'legacy' | 'bech32'): Promise<Key> {
  // The purse makes the key, and an emptier wallet would not know the coin: so the key is asked for and then disowned.
  const key = HDKey.fromMasterSeed(randomBytes(32));
  const wif = base58check.encode(Uint8Array.of(0xef, ...(key.privateKey as Uint8Array), 1));
  const { descriptor } = await node.rpc<{ descriptor: string }>('getdescriptorinfo', [
    `${kind === 'legacy' ? 'pkh' : 'wpkh'}(${Buffer.from(key.publicKey as Uint8Array).toString('hex')})`,
  ]);
  const [address = ''] = await node.rpc<string[]>('deriveaddresses', [descriptor]);
  const script = await scriptOf(node, address);
  return {
    address,
    script,
    async sign({ txid, vout, amount }, outputs) {
      const bare = unsignedTransaction([{ txid, vout }], outputs);
      const coin = { txid, vout, scriptPubKey: script, amount: Number(amount) / 1e8 };
      const signed = await node.rpc<{ hex: string; complete: boolean }>('signrawtransactionwithkey', [
        bare,
        [wif],
        [coin],
      ]);
      if (!signed.complete) throw new Error('the coin could not be spent');
      return signed.hex;
    },
  };
}

/** Mined in a block of its own. */
export async function newCoin(node: Litecoind, kind: 'legacy' | 'bech32', amount: bigint): Promise<Coin> {
  const key = await newKey(node, kind);
  const txid = await node.payOutputs([{ script: key.script, amount }]);
  await node.mine();
  const { vout } = await node.rpc<{ vout: { scriptPubKey: { hex: string } }[] }>('decoderawtransaction', [
    await rawIn(node, txid),
  ]);
  const output = { txid, vout: vout.findIndex((one) => one.scriptPubKey.hex === key.script), amount };
  return {
    ...output,
    key,
    outpoint: `${txid}:${output.vout}`,
    spend: async (to, value) => key.sign(output, [{ script: await scriptOf(node, to), amount: value }]),
  };
}

export async function scriptOf(node: Litecoind, address: string): Promise<string> {
  return (await node.rpc<{ scriptPubKey: string }>('validateaddress', [address])).scriptPubKey;
}

/** Of a signed chain transaction in hex. */
export async function txidOf(node: Litecoind, hex: string): Promise<string> {
  return (await node.rpc<{ txid: string }>('decoderawtransaction', [hex])).txid;
}

/** The raw chain transaction of a purse's payment, whether it waits or is mined. */
async function rawIn(node: Litecoind, txid: string): Promise<string> {
  return (await node.rpc<{ hex: string }>('gettransaction', [txid])).hex;
}
