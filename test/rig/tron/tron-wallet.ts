// A customer on TRON with a separate key, who builds, signs and sends transactions as wallets do.
import { randomBytes } from 'node:crypto';
import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem';
import { readTronAddress, shownTronAddress } from '../../../src/io/chains/tron/address.ts';
import type { Json } from '../client.ts';
import { type TronKey, tronKey } from './signing/tron-key.ts';
import type { TronNode } from './tron-node.ts';

export interface TronWallet {
  /** Base58check, as its owner sees it. */
  readonly address: string;
  readonly canonical: Hex;
  readonly key: TronKey;
  /** Each method returns the id of a pending transaction. */
  pay(to: string, sun: bigint, memo?: string): Promise<string>;
  payToken(token: string, to: string, units: bigint, terms?: { readonly feeLimit?: number }): Promise<string>;
  /** Calls any function of a contract. */
  call(contract: string, selector: string, parameters: readonly CallParameter[], sun?: number): Promise<string>;
  /** Sends any type of contract, with members of the HTTP API. Its owner is this wallet. */
  act(type: string, value: Json): Promise<string>;
  /** Builds without signing or sending: raw_data of the HTTP API. */
  build(type: string, value: Json, terms?: Json): Promise<Json>;
  /** Returns the node's response to a signed transaction. */
  broadcast(signed: Json): Promise<Json>;
  /** Returns the node's response for any path of its HTTP API. */
  ask(path: string, body?: Json): Promise<Json>;
}

export interface CallParameter {
  readonly type: string;
  readonly value: string | readonly string[];
}

/** Creates a wallet with a new key, 10,000 TRX and a million of each token. */
export async function newTronWallet(
  node: TronNode,
  tokens: readonly Hex[],
  headers: Record<string, string> = {},
): Promise<TronWallet> {
  const key = tronKey(randomBytes(32).toString('hex'));
  const { canonical, prefixed: owner_address } = key;
  await node.grantTrx(canonical, 10_000_000_000n);
  for (const token of tokens) await node.grant(token, canonical, 1_000_000_000_000n);
  const ask = async (path: string, body: Json = {}): Promise<Json> =>
    (await fetch(`${node.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const build = async (type: string, value: Json, terms: Json = {}) => {
    const parameter = { value: { owner_address, ...value }, type_url: `type.googleapis.com/protocol.${type}` };
    return { contract: [{ parameter, type }], ...refOf(await ask('/wallet/getblock', { detail: false })), ...terms };
  };
  const broadcast = (signed: Json) => ask('/wallet/broadcasttransaction', signed);
  const act = async (type: string, value: Json, terms: Json = {}) => {
    const sent = await broadcast(key.sign(await build(type, value, terms)));
    if (sent.result !== true)
      throw new Error(`${sent.code}: ${Buffer.from(sent.message ?? '', 'hex').toString('utf8')}`);
    return sent.txid as string;
  };
  const call = (
    contract: string,
    data: string,
    { feeLimit, sun = 0 }: { readonly feeLimit: number; readonly sun?: number },
  ) => {
    const value = { contract_address: prefixedOf(contract), data, ...(sun === 0 ? {} : { call_value: sun }) };
    return act('TriggerSmartContract', value, { fee_limit: feeLimit });
  };
  return {
    address: shownTronAddress(canonical),
    canonical,
    key,
    act,
    build,
    broadcast,
    ask,
    pay: (to, sun, memo) =>
      act(
        'TransferContract',
        { to_address: prefixedOf(to), amount: Number(sun) },
        memo === undefined ? {} : { data: Buffer.from(memo).toString('hex') },
      ),
    payToken: (token, to, units, { feeLimit = 150_000_000 } = {}) => {
      const parameters = [word('address', to), word('uint256', String(units))];
      return call(token, callData('transfer(address,uint256)', parameters), { feeLimit });
    },
    call: (contract, selector, parameters, sun = 0) =>
      call(contract, callData(selector, parameters), { feeLimit: 150_000_000, sun }),
  };
}

/** The terms that tie a transaction to a block, with an expiry a minute after the block's time. */
export function refOf({ blockID, block_header: { raw_data } }: Json): Json {
  return {
    ref_block_bytes: raw_data.number.toString(16).slice(-4).padStart(4, '0'),
    ref_block_hash: blockID.slice(16, 32),
    expiration: raw_data.timestamp + 60_000,
    timestamp: raw_data.timestamp,
  };
}

/** The call of a function in the Solidity ABI, in hex. Addresses may have any form. */
export function callData(selector: string, parameters: readonly CallParameter[]): string {
  const types = parameters.map(({ type }) => ({ type }));
  const values = parameters.map(({ type, value }) => {
    const one = (text: string) => {
      if (type.startsWith('address')) return canonicalOf(text);
      return type === 'bool' ? text === 'true' : BigInt(text);
    };
    return typeof value === 'string' ? one(value) : value.map(one);
  });
  return toFunctionSelector(selector).slice(2) + encodeAbiParameters(types, values).slice(2);
}

/** Converts an address of any form to 41-hex. */
export function prefixedOf(address: string): string {
  return `41${canonicalOf(address).slice(2)}`;
}

/** Converts an address to the form that the service stores. */
export function canonicalOf(shown: string): Hex {
  const read = readTronAddress(shown);
  if (typeof read === 'string') throw new TypeError(`${shown} is no address (${read})`);
  return read.canonical as Hex;
}

export function word(type: string, value: CallParameter['value']): CallParameter {
  return { type, value };
}
