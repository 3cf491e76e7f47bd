// Coins of keys outside the node's wallet. Their spending transactions are not rebroadcast, and a restarted node
// forgets them.
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { base58check } from '../../../src/io/chains/utxo/addresses/script.ts';
import type { Litecoind } from './litecoind.ts';
import { type Output, unsignedTransaction } from './utxo-transaction.ts';

/** An output of a key, with its amount in smallest units. */
export interface KeyedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}

export interface Key {
  readonly address: string;
  /** The output script, in hex. */
  readonly script: string;
  /** Returns a signed chain transaction, in hex, that spends this output and pays these. The rest is its fee. */
  sign(output: KeyedOutput, outputs: readonly Output[]): Promise<string>;
}

/** A coin that the node's wallet does not know. */
export interface Coin extends KeyedOutput {
  readonly key: Key;
  readonly outpoint: string;
  /**
   * Returns a signed chain transaction, in hex, that pays this address. The rest, minus a fee, goes to an unowned
   * address.
   */
  spend(address: string, amount: bigint): Promise<string>;
}

export async function newKey(node: Litecoind, kind: 'legacy' | 'bech32'): Promise<Key> {
  // The key is created outside of the wallet, so that the wallet does not know its coins.
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

/** Mined in a separate block. */
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

/** The id of a signed chain transaction in hex. */
export async function txidOf(node: Litecoind, hex: string): Promise<string> {
  return (await node.rpc<{ txid: string }>('decoderawtransaction', [hex])).txid;
}

/** The raw chain transaction of a wallet's payment, unmined or mined. */
async function rawIn(node: Litecoind, txid: string): Promise<string> {
  return (await node.rpc<{ hex: string }>('gettransaction', [txid])).hex;
}
