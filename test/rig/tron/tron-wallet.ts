// A customer on TRON: the real tronweb, which builds, signs and sends as wallets and shops do.
import { randomBytes } from 'node:crypto';
import { TronWeb, type Types } from 'tronweb';
import type { Hex } from 'viem';
import { readTronAddress } from '../../../src/io/chains/tron/address.ts';
import type { Json } from '../client.ts';
import type { TronNode } from './tron-node.ts';

export interface TronWallet {
  /** Base58check, as its owner sees it. */
  readonly address: string;
  readonly canonical: Hex;
  readonly tronWeb: TronWeb;
  /** Each answers the id of a transaction that waits for its block. */
  pay(to: string, sun: bigint, memo?: string): Promise<string>;
  payToken(token: string, to: string, units: bigint, terms?: { readonly feeLimit?: number }): Promise<string>;
  /** Any function of a contract. */
  call(contract: string, selector: string, parameters: readonly CallParameter[], sun?: number): Promise<string>;
  /** Signs and sends what the transaction builder of tronweb made. */
  send(unsigned: Promise<Types.Transaction> | Types.Transaction): Promise<string>;
}

export interface CallParameter {
  readonly type: string;
  readonly value: string | readonly string[];
}

/** With a key of its own, 10,000 TRX and a million of each token. */
export async function newTronWallet(
  node: TronNode,
  tokens: readonly Hex[],
  headers: Record<string, string> = {},
): Promise<TronWallet> {
  const tronWeb = new TronWeb({ fullHost: node.url, privateKey: randomBytes(32).toString('hex'), headers });
  const address = tronWeb.defaultAddress.base58 as string;
  const canonical = canonicalOf(address);
  await node.grantTrx(canonical, 10_000_000_000n);
  for (const token of tokens) await node.grant(token, canonical, 1_000_000_000_000n);
  const send = async (unsigned: Promise<Types.Transaction> | Types.Transaction) => {
    const sent: Json = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(await unsigned));
    if (sent.result !== true)
      throw new Error(`${sent.code}: ${Buffer.from(sent.message ?? '', 'hex').toString('utf8')}`);
    return sent.txid as string;
  };
  const call = async (contract: string, selector: string, parameters: readonly CallParameter[], terms: Json) => {
    const options = { txLocal: true, ...terms };
    const made = await tronWeb.transactionBuilder.triggerSmartContract(contract, selector, options, [
      ...parameters,
    ] as never[]);
    return send(made.transaction);
  };
  return {
    ...{ address, canonical, tronWeb, send },
    pay: async (to, sun, memo) => {
      const built = await tronWeb.transactionBuilder.sendTrx(to, Number(sun));
      return send(
        memo === undefined ? built : tronWeb.transactionBuilder.addUpdateData(built, memo, 'utf8', { txLocal: true }),
      );
    },
    payToken: (token, to, units, { feeLimit = 150_000_000 } = {}) =>
      call(token, 'transfer(address,uint256)', [word('address', to), word('uint256', String(units))], { feeLimit }),
    call: (contract, selector, parameters, sun = 0) =>
      call(contract, selector, parameters, { feeLimit: 150_000_000, callValue: sun }),
  };
}

/** The form in which the service keeps an address. */
export function canonicalOf(shown: string): Hex {
  const read = readTronAddress(shown);
  if (typeof read === 'string') throw new TypeError(`${shown} is no address (${read})`);
  return read.canonical as Hex;
}

export function word(type: string, value: CallParameter['value']): CallParameter {
  return { type, value };
}
