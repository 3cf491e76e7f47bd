// The chain of the TRON stand-in: transactions that wallets signed, in signed blocks, executed by anvil as the VM.
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
  /** What /wallet/gettransactioninfobyblocknum answers of it. */
  readonly results: readonly Json[];
}

/** What representatives vote on, by the names of /wallet/getchainparameters; a vote holds from the next block on. */
export interface VotedParameters {
  /** The price of energy in sun, which fee limits are reckoned with. */
  readonly getEnergyFee: number;
  /** How long one transaction may run, in milliseconds. */
  readonly getMaxCpuTimeOfOneTx: number;
}

/** How fast the machine of this model is, since a real clock would make it a matter of luck what fails. */
const energyPerMilli = 1_000;
/** By chain id, as the networks have them. */
const genesisIds: Readonly<Record<number, string>> = {
  728126428: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  3448148188: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
};

/** Block n here is block n of anvil; what is in anvil's blocks from before is not told of. */
export class Ledger {
  readonly #anvil: Anvil;
  readonly blocks: TronBlock[] = [];
  readonly pending = new Map<string, Json>();
  /** Every transaction that was ever in a block, as it was signed. */
  readonly signed = new Map<string, Json>();
  readonly representatives = new Representatives();
  /** By transaction, what its sender added to it that no definition names: it is hashed with it, and not told of. */
  readonly hidden = new Map<string, Buffer>();
  /** Outcomes that are ordered instead of executed, by transaction. */
  readonly ordered = new Map<string, string>();
  parameters: VotedParameters = { getEnergyFee: 100, getMaxCpuTimeOfOneTx: 80 };
  /** Contract calls that time would end before the fee limit does, by the hash that anvil knows them by. */
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

  /** Puts everything pending, or only these, into one block. */
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
    // Not before: at each moment it waits or is in a block.
    for (const { txID } of transactions) this.pending.delete(txID);
  }

  /**
   * A branch that takes the place of the last `depth` blocks: one block for each list of transactions, which may be
   * ones that were there before. It must come out longer to win.
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

  /** What runs no contract and moves no TRX changes nothing here. */
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

/**
 * What the EVM asks for before it runs anything, which TRON counts as bandwidth (EIP-7623's floor, so that it is always
 * enough).
 */
function intrinsicGas(data: string): number {
  return 21_000 + Buffer.from(data, 'hex').reduce((sum, byte) => sum + (byte === 0 ? 10 : 40), 0);
}

/** TRON's results have neither 0x nor the prefix 41 here. */
function loggedAs({ address, topics, data }: Json): Json {
  return { address: address.slice(2), topics: topics.map((topic: string) => topic.slice(2)), data: data.slice(2) };
}

function hexText(text: string): string {
  return Buffer.from(text).toString('hex');
}
