// Reads a node's facts about unconfirmed payments: whether their inputs are confirmed, and how soon their fee gets them
// mined.
import type { WaitingStanding } from '../../../../core/app-settings.ts';
import type { MempoolTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { callMany } from './node-calls.ts';
import { readFields } from './raw.ts';

/** The numbers of blocks for which a node estimates a fee rate (estimatesmartfee of Bitcoin Core). */
const targets = [2, 3, 6, 12, 24, 48, 144];

/**
 * A fee rate in the coin's smallest units for a thousand virtual bytes. A ratio that is never used to compute money.
 */
type FeeRate = number;

/** Remembers the answer for each chain transaction while it is unconfirmed, so that each is read once. */
export class StandingReader {
  readonly #rotation: EndpointRotation;
  #known: ReadonlyMap<string, WaitingStanding> = new Map();

  constructor(rotation: EndpointRotation) {
    this.#rotation = rotation;
  }

  /**
   * The same chain transactions with their standing. Facts that a node refuses to report are null. Throws ChainFault.
   */
  async withStanding(
    waiting: readonly MempoolTransaction[],
    signal: AbortSignal,
  ): Promise<readonly MempoolTransaction[]> {
    const unknown = waiting.filter(({ txHash }) => !this.#known.has(txHash));
    const told = unknown.length === 0 ? new Map<string, WaitingStanding>() : await this.#ask(unknown, signal);
    const all = waiting.flatMap(({ txHash }) => {
      const standing = this.#known.get(txHash) ?? told.get(txHash);
      return standing === undefined ? [] : [[txHash, standing] as const];
    });
    this.#known = new Map(all);
    return waiting.map((one) => ({ ...one, standing: this.#known.get(one.txHash) ?? noFacts }));
  }

  async #ask(unknown: readonly MempoolTransaction[], signal: AbortSignal): Promise<Map<string, WaitingStanding>> {
    const entries = unknown.map(({ txHash }) => ({ method: 'getmempoolentry', params: [txHash] }));
    const estimates = targets.map((target) => ({ method: 'estimatesmartfee', params: [target] }));
    const [pool, ...answers] = await callMany(
      this.#rotation,
      [{ method: 'getmempoolinfo', params: [] }, ...estimates, ...entries],
      signal,
    );
    const enough = readEstimates(pool, answers.slice(0, targets.length));
    const read = answers.slice(targets.length).map((entry) => readStanding(entry, enough));
    return new Map(unknown.map(({ txHash }, index) => [txHash, read[index] ?? noFacts]));
  }
}

const noFacts: WaitingStanding = { hasConfirmedInputs: null, expectedBlocks: null };

interface Estimate {
  readonly within: number;
  readonly rate: FeeRate;
}

/** Below the present minimum of the node's mempool, no fee is sufficient. */
function readEstimates(pool: unknown, answers: readonly unknown[]): Estimate[] {
  const least = pool instanceof EndpointFault ? null : rateOf(readFields(pool, 'state of the mempool').mempoolminfee);
  if (least === null) return [];
  return answers.flatMap((answer, index) => {
    if (answer instanceof EndpointFault) return [];
    const { feerate, blocks } = readFields(answer, 'estimate of a fee');
    const rate = rateOf(feerate);
    // A node with too little data answers for more blocks than requested, or not at all.
    const within = Math.max(targets[index] as number, typeof blocks === 'number' ? blocks : 0);
    return rate === null ? [] : [{ within, rate: Math.max(rate, least) }];
  });
}

/** With unconfirmed parents, it is mined only if all of them together pay enough. */
function readStanding(entry: unknown, estimates: readonly Estimate[]): WaitingStanding {
  if (entry instanceof EndpointFault) return noFacts;
  const fields = readFields(entry, 'entry of the mempool');
  const { base, ancestor } = readFields(fields.fees, 'fees of a chain transaction');
  const own = rateFor(base, fields.vsize);
  const together = rateFor(ancestor, fields.ancestorsize);
  const depends = Array.isArray(fields.depends) ? fields.depends.length : null;
  const enough =
    own === null || together === null ? [] : estimates.filter(({ rate }) => Math.min(own, together) >= rate);
  return {
    hasConfirmedInputs: depends === null ? null : depends === 0,
    expectedBlocks: enough.length === 0 ? null : Math.min(...enough.map(({ within }) => within)),
  };
}

function rateFor(fee: unknown, size: unknown): FeeRate | null {
  const whole = rateOf(fee);
  return whole === null || typeof size !== 'number' || size <= 0 ? null : (whole * 1_000) / size;
}

/** A decimal of whole coins, converted to smallest units. */
function rateOf(coins: unknown): FeeRate | null {
  return typeof coins === 'number' && Number.isFinite(coins) && coins >= 0 ? Math.round(coins * 1e8) : null;
}
