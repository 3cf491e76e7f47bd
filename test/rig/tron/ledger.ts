// The chain of the TRON stand-in: signed transactions of wallets in signed blocks, executed by anvil as the VM.
import { type Hex, numberToHex } from 'viem';
import type { Json } from '../client.ts';
import type { Anvil } from '../evm/anvil.ts';
import type { HeaderData } from './block-header.ts';
import { Representatives } from './representatives.ts';
import { signedBlock } from './signed-block.ts';

/** In the HTTP API's JSON. */
export interface TronBlock {
  readonly blockID: string;
  readonly block_header: { readonly raw_data: Partial<HeaderData>; readonly witness_signature?: string };
  readonly transactions: readonly Json[];
  /** The response of /wallet/gettransactioninfobyblocknum for this block. */
  readonly results: readonly Json[];
}

/**
 * Parameters that representatives vote on, named as in /wallet/getchainparameters. A vote applies from the next block
 * on.
 */
export interface VotedParameters {
  /** The price of energy in sun, which determines fee limits. */
  readonly getEnergyFee: number;
  /** The maximum run time of one transaction, in milliseconds. */
  readonly getMaxCpuTimeOfOneTx: number;
}

/** The speed of this model's machine. It is fixed, because failures must not depend on the real clock. */
const energyPerMilli = 1_000;
/** By chain id, with the real networks' values. */
const genesisIds: Readonly<Record<number, string>> = {
  728126428: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  3448148188: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
};

/** Block n here is block n of anvil. Earlier contents of anvil's blocks are not shown. */
export class Ledger {
  readonly #anvil: Anvil;
  readonly blocks: TronBlock[] = [];
  readonly pending = new Map<string, Json>();
  /** Every transaction that was ever in a block, in its signed form. */
  readonly signed = new Map<string, Json>();
  readonly representatives = new Representatives();
  /** By transaction, bytes of its sender that no definition names: they are hashed with it, but not shown. */
  readonly hidden = new Map<string, Buffer>();
  /** Forced outcomes that replace execution, by transaction. */
  readonly ordered = new Map<string, string>();
  parameters: VotedParameters = { getEnergyFee: 100, getMaxCpuTimeOfOneTx: 80 };
  /** Contract calls that run out of time before they reach the fee limit, by their hashes in anvil. */
  readonly #hurried = new Set<Hex>();

  constructor(anvil: Anvil, height: number) {
    this.#anvil = anvil;
    const id = genesisIds[anvil.chainId] ?? `${'0'.repeat(56)}${anvil.chainId.toString(16).padStart(8, '0')}`;
    const parentHash = 'e58f33f9baf9305dc6f82b9f1934ea8f0ade2defb951258d50167028c780351f';
    this.blocks.push({ blockID: id, block_header: { raw_data: { parentHash } }, transactions: [], results: [] });
    const now = Date.now();
    for (let number = 1; number <= height; number += 1) this.#append([], [], now - (height - number) * 3000);
  }

  get head(): TronBlock {
    return this.blocks.at(-1) as TronBlock;
  }

  /** Mines one block with all pending transactions, or only with these. */
  async mine(transactions: readonly Json[] = [...this.pending.values()]): Promise<void> {
    const number = this.blocks.length;
    const sent: (Hex | null)[] = [];
    for (const transaction of transactions) {
      sent.push(this.ordered.has(transaction.txID) ? null : await this.#execute(transaction));
      this.signed.set(transaction.txID, transaction);
    }
    await this.#anvil.mine();
    const block = await this.#anvil.rpc<{ timestamp: Hex; number: Hex }>('eth_getBlockByNumber', ['latest', false]);
    if (Number(block.number) !== number) throw new Error(`anvil is at ${Number(block.number)} instead of ${number}`);
    const timestamp = Number(block.timestamp) * 1000;
    const results: Json[] = [];
    const told: Json[] = [];
    for (const [at, transaction] of transactions.entries()) {
      const { outcome, result } = await this.#resultOf(transaction, sent[at] ?? null);
      told.push({ ret: [{ contractRet: outcome }], ...transaction });
      results.push({ id: transaction.txID, blockNumber: number, blockTimeStamp: timestamp, ...result });
    }
    this.#append(told, results, timestamp);
    // Deleted only now, so that a transaction always is either pending or in a block.
    for (const { txID } of transactions) this.pending.delete(txID);
  }

  /**
   * Replaces the last `depth` blocks by a branch with one block for each list of transactions, which may be earlier
   * ones. The branch must be longer to win.
   */
  async fork(depth: number, branch: readonly (readonly Json[])[]): Promise<void> {
    if (branch.length <= depth) throw new RangeError('A branch wins by being longer');
    await this.#anvil.rpc('anvil_rollback', [depth]);
    this.blocks.length -= depth;
    for (const transactions of branch) await this.mine(transactions);
  }

  #append(transactions: readonly Json[], results: readonly Json[], timestamp: number): void {
    const place = { number: this.blocks.length, parentHash: this.head.blockID, timestamp };
    this.blocks.push({ ...signedBlock(this.representatives, place, transactions, this.hidden), results });
  }

  /** Transactions without a contract call or a transfer of TRX change no state here. */
  async #execute(transaction: Json): Promise<Hex | null> {
    const { type, parameter } = transaction.raw_data.contract[0];
    const { owner_address, to_address, contract_address, amount, data, call_value } = parameter.value;
    if (type === 'TransferContract')
      return this.#anvil.rpc('eth_sendTransaction', [
        {
          from: evm(owner_address),
          to: evm(to_address),
          value: numberToHex(BigInt(amount)),
          gas: '0x186a0',
          gasPrice: '0x0',
        },
      ]);
    if (type !== 'TriggerSmartContract') return null;
    const { getEnergyFee, getMaxCpuTimeOfOneTx } = this.parameters;
    const paidFor = Math.floor((transaction.raw_data.fee_limit ?? 0) / getEnergyFee);
    const inTime = getMaxCpuTimeOfOneTx * energyPerMilli;
    const hash = await this.#anvil.rpc<Hex>('eth_sendTransaction', [
      {
        from: evm(owner_address),
        to: evm(contract_address),
        data: `0x${data}`,
        value: numberToHex(BigInt(call_value ?? 0)),
        gas: numberToHex(Math.min(10_000_000, intrinsicGas(data) + Math.min(paidFor, inTime))),
        gasPrice: '0x0',
      },
    ]);
    if (inTime < paidFor) this.#hurried.add(hash);
    return hash;
  }

  async #resultOf(transaction: Json, hash: Hex | null): Promise<{ outcome: string; result: Json }> {
    const { type, parameter } = transaction.raw_data.contract[0];
    const isCall = type === 'TriggerSmartContract';
    const receipt = hash === null ? null : await this.#anvil.rpc<Json>('eth_getTransactionReceipt', [hash]);
    const outcome = this.ordered.get(transaction.txID) ?? (await this.#outcomeOf(receipt, hash));
    const failed = outcome === 'SUCCESS' ? {} : { result: 'FAILED', resMessage: hexText(outcome) };
    if (!isCall) return { outcome, result: { contractResult: [''], receipt: { net_usage: 268 }, ...failed } };
    const energy = Number(receipt?.gasUsed ?? 0);
    const log = outcome === 'SUCCESS' ? (receipt?.logs ?? []).map(loggedAs) : [];
    const { contract_address } = parameter.value;
    const spent = { energy_usage_total: energy, net_usage: 345, result: outcome };
    return {
      outcome,
      result: { contractResult: [''], contract_address, receipt: spent, ...failed, ...(log.length > 0 ? { log } : {}) },
    };
  }

  async #outcomeOf(receipt: Json, hash: Hex | null): Promise<string> {
    if (receipt === null || receipt.status === '0x1') return 'SUCCESS';
    const { gas } = await this.#anvil.rpc<{ gas: Hex }>('eth_getTransactionByHash', [hash]);
    if (Number(receipt.gasUsed) < Number(gas)) return 'REVERT';
    return hash !== null && this.#hurried.has(hash) ? 'OUT_OF_TIME' : 'OUT_OF_ENERGY';
  }
}

function evm(prefixed: string): Hex {
  return `0x${prefixed.slice(2)}`;
}

/** The EVM's base cost, which TRON counts as bandwidth. Includes EIP-7623's floor, so that it always suffices. */
function intrinsicGas(data: string): number {
  return 21_000 + Buffer.from(data, 'hex').reduce((sum, byte) => sum + (byte === 0 ? 10 : 40), 0);
}

/** TRON's results omit both 0x and the prefix 41 here. */
function loggedAs({ address, topics, data }: Json): Json {
  return { address: address.slice(2), topics: topics.map((topic: string) => topic.slice(2)), data: data.slice(2) };
}

function hexText(text: string): string {
  return Buffer.from(text).toString('hex');
}
