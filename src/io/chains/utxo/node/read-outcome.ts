// Finds out what became of a chain transaction that was in the mempool, by what its node says of the outputs it spends.
import type { MempoolOutcome, MempoolTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { findSpender } from '../blocks/find-spender.ts';
import type { UtxoParams } from '../params.ts';
import { findTransaction } from './find-transaction.ts';
import { callMany, readRawBlock, readStanding } from './node-calls.ts';
import { readHash } from './raw.ts';

/** How many of the newest blocks are searched for what spent an output: a day's of Bitcoin. */
const mostSearched = 144;

/**
 * A node without any index knows which outputs are unspent, once among blocks alone and once including the mempool. An
 * output that is unspent in both views is spent by nothing else. One that is unspent among blocks only is spent by
 * something else in the mempool. One that is unspent in neither was spent in a block, or comes from a chain transaction
 * that is itself gone; blocks must tell which. If none of the newest 144 blocks spends it, the transaction counts as
 * dropped: nothing is ever called conflicted without proof.
 */
export class OutcomeReader {
  readonly #rotation: EndpointRotation;
  readonly #params: UtxoParams;
  /** By id, the newest block that was searched in vain, so that only what came after it is searched again. */
  readonly #searched = new Map<string, string>();

  constructor(rotation: EndpointRotation, params: UtxoParams) {
    this.#rotation = rotation;
    this.#params = params;
  }

  /** Throws ChainFault. */
  async outcomeOf({ txHash, spends }: Pick<MempoolTransaction, 'txHash' | 'spends'>): Promise<MempoolOutcome> {
    const found = await findTransaction(this.#rotation, txHash);
    if (found !== null) return found.blockHash === null ? 'in_mempool' : 'mined';
    const taken = await this.#spentAmong(spends, true);
    if (taken.length === 0) return 'dropped';
    const spent = await this.#spentAmong(taken, false);
    const orphaned = await this.#fromMempool(spent);
    const settled = spent.filter((outpoint) => !orphaned.includes(outpoint));
    const spender = settled.length === 0 ? null : await this.#spenderOf(txHash, settled);
    if (spender !== null) return spender === txHash ? 'mined' : 'conflicted';
    if (spent.length === taken.length && orphaned.length === 0) return 'dropped';
    // Between the questions it may have come back, as after a reorg.
    return (await findTransaction(this.#rotation, txHash)) === null ? 'replaced' : 'in_mempool';
  }

  /** Those of the outputs that a node no longer counts among the unspent ones. */
  async #spentAmong(outpoints: readonly string[], withMempool: boolean): Promise<string[]> {
    const calls = outpoints.map((outpoint) => {
      const [txid, output] = outpoint.split(':');
      return { method: 'gettxout', params: [txid, Number(output), withMempool] };
    });
    const answers = await callMany(this.#rotation, calls);
    const refused = answers.find((answer) => answer instanceof EndpointFault);
    if (refused !== undefined) throw refused;
    return outpoints.filter((_, index) => answers[index] === null);
  }

  /** Those whose own chain transaction waits: no block can have spent them. */
  async #fromMempool(outpoints: readonly string[]): Promise<string[]> {
    const calls = outpoints.map((outpoint) => ({ method: 'getmempoolentry', params: [outpoint.split(':')[0]] }));
    const answers = await callMany(this.#rotation, calls);
    return outpoints.filter((_, index) => !(answers[index] instanceof EndpointFault));
  }

  async #spenderOf(txHash: string, outpoints: readonly string[]): Promise<string | null> {
    const newest = readHash(await this.#rotation.call('getbestblockhash', []), 'hash of the newest block');
    const top = (await readStanding(this.#rotation, newest)).number;
    const stopAt = this.#searched.get(txHash);
    let hash = newest;
    for (let number = top; number > Math.max(0, top - mostSearched) && hash !== stopAt; number -= 1) {
      const bytes = await readRawBlock(this.#rotation, hash, this.#params);
      const { txHash: spender, parentHash } = findSpender(bytes, number, hash, outpoints, this.#params);
      if (spender !== null) return spender;
      hash = parentHash;
    }
    this.#remember(txHash, newest);
    return null;
  }

  #remember(txHash: string, newest: string): void {
    this.#searched.delete(txHash);
    this.#searched.set(txHash, newest);
    // What is asked after no more stands at the front.
    for (const oldest of this.#searched.keys()) {
      if (this.#searched.size <= 10_000) break;
      this.#searched.delete(oldest);
    }
  }
}
