// Executes a mined chain transaction again, without a trace, to learn which accounts it touches and whether their code
// may selfdestruct.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { quantity, readAddress, readHash, readNumber } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { Refusals } from '../evidence/refusals.ts';
import type { RawTransaction } from '../scan/raw-block.ts';
import { delegateOf, maySelfdestruct } from './selfdestruct-analysis.ts';
import type { ReExecution } from './sent-by-call.ts';

/** A chain transaction that touches more accounts is not analysed. */
const mostAccounts = 64;
/**
 * How often the request may end without an answer before it is given up: some endpoints break down on a certain chain
 * transaction.
 */
const mostBreakdowns = 20;
/**
 * Errors that another try cannot change: the execution failed, or the method is not available (wording of go-ethereum,
 * Erigon, Nethermind, Besu, Reth and providers).
 */
const permanentErrors = [
  /failed to apply|insufficient|revert|out of gas|intrinsic gas/i,
  /not (?:supported|allowed|enabled|whitelisted)|(?:unsupported|unknown) method/i,
];

export class ReExecutions {
  readonly #rotation: EndpointRotation;
  readonly #log: (message: string) => void;
  readonly #refusals = new Refusals();
  readonly #breakdowns = new Refusals(mostBreakdowns);
  #isRefusalLogged = false;

  constructor(rotation: EndpointRotation, log: (message: string) => void) {
    this.#rotation = rotation;
    this.#log = log;
  }

  /**
   * Executes the chain transaction again. Null if no endpoint can, and for the creation of a contract, because its
   * creation code is not stored anywhere. Throws a retryable ChainFault if a later try may succeed.
   */
  async of(header: BlockHeader, txHash: string, signal: AbortSignal): Promise<ReExecution | null> {
    try {
      const run = await this.#run(header, txHash, signal);
      for (const counted of [this.#refusals, this.#breakdowns]) counted.forget(txHash);
      return run;
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || signal.aborted) throw fault;
      if (!this.#isFinal(txHash, fault)) throw malformed(`The calls of ${txHash}: ${fault.message}`);
      if (!this.#isRefusalLogged)
        this.#log(`no endpoint runs ${txHash} again (${fault.message}): such internal transfers are held`);
      this.#isRefusalLogged = true;
      return null;
    }
  }

  #isFinal(txHash: string, { failure, code, message }: EndpointFault): boolean {
    if (failure === 'busy') return false;
    if (failure !== 'refused') return this.#breakdowns.isFinal(txHash, '');
    return (
      code === -32601 || permanentErrors.some((words) => words.test(message)) || this.#refusals.isFinal(txHash, message)
    );
  }

  async #run(header: BlockHeader, txHash: string, signal: AbortSignal): Promise<ReExecution | null> {
    const tx = (await this.#rotation.call('eth_getTransactionByHash', [txHash], signal)) as MinedTransaction | null;
    if (tx?.blockHash == null || readHash(tx.blockHash, 'block of a transaction') !== header.hash)
      throw malformed(`${txHash} is not reported in block ${header.number}`);
    if (tx.to === null) return null;
    const touched = await this.#touchedBy(tx, header, signal);
    if (touched === null) return null;
    // Access lists omit these two accounts, and any contract may call them.
    const parties = [readAddress(tx.to, 'recipient of a transaction'), readAddress(tx.from, 'sender of a transaction')];
    return {
      touched: new Set(touched),
      maySelfdestruct: await this.#anyMaySelfdestruct([...parties, ...touched], header, signal),
    };
  }

  /**
   * The touched accounts by an EIP-2930 access list on the state before the block. Null if the execution failed
   * although the chain transaction succeeded.
   */
  async #touchedBy(tx: MinedTransaction, { parentHash }: BlockHeader, signal: AbortSignal): Promise<string[] | null> {
    const { from, to, value, input: data, gas } = tx;
    const plain = { from, to, value, data, gas };
    try {
      const touched = await this.#list(plain, parentHash, signal);
      if (touched !== null) return touched;
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused' || fault.code === -32601) throw fault;
    }
    // Building the list uses gas of its own, and some nodes assume a gas price that the sender may not be able to pay.
    const ample = quantity(Math.floor((readNumber(gas, 'gas of a transaction') * 3) / 2));
    const price = tx.gasPrice === undefined ? {} : { gasPrice: tx.gasPrice };
    return this.#list({ ...plain, gas: ample, ...price }, parentHash, signal);
  }

  async #list(call: object, blockHash: string, signal: AbortSignal): Promise<string[] | null> {
    const answer = await this.#rotation.call('eth_createAccessList', [call, { blockHash }], signal);
    const { accessList, error } = (answer ?? {}) as { accessList?: unknown; error?: unknown };
    if (!Array.isArray(accessList) || (error != null && error !== '')) return null;
    return accessList.map((one: { address?: unknown } | null) =>
      readAddress(one?.address, 'address of an access list'),
    );
  }

  async #anyMaySelfdestruct(accounts: readonly string[], header: BlockHeader, signal: AbortSignal): Promise<boolean> {
    const seen = new Set<string>();
    for (let next = new Set(accounts); next.size > 0; ) {
      for (const account of next) seen.add(account);
      if (seen.size > mostAccounts) return true;
      const codes = await Promise.all([...next].map((account) => this.#codeOf(account, header, signal)));
      if (codes.some((code) => code === null || (delegateOf(code) === null && maySelfdestruct(code)))) return true;
      next = new Set(codes.flatMap((code) => delegateOf(code as string) ?? []).filter((one) => !seen.has(one)));
    }
    return false;
  }

  /** The code of an account; null if it changed in this block, because either version may have run. */
  async #codeOf(account: string, { hash, parentHash }: BlockHeader, signal: AbortSignal): Promise<string | null> {
    const [before, after] = await Promise.all(
      [parentHash, hash].map(async (blockHash) =>
        readCode(await this.#rotation.call('eth_getCode', [account, { blockHash }], signal)),
      ),
    );
    return before === after ? (after as string) : null;
  }
}

interface MinedTransaction extends RawTransaction {
  readonly blockHash?: string | null;
  readonly gas: string;
  readonly gasPrice?: string;
}

function readCode(text: unknown): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]*$/.test(text) || text.length % 2 !== 0)
    throw malformed('No code in an answer');
  return text.toLowerCase();
}
