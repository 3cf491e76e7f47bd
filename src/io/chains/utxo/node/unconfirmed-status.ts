// What a node tells of payments that wait: whether they spend what is in blocks, and how soon their fee has them mined.
import type { WaitingStanding } from '../../../../core/app-settings.ts';
import type { MempoolTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { callMany } from './node-calls.ts';
import { readFields } from './raw.ts';

/** Within how many blocks a fee may be enough, as a node is asked (estimatesmartfee of Bitcoin Core). */
const targets = [2, 3, 6, 12, 24, 48, 144];

/** A fee rate in the coin's smallest units for a thousand virtual bytes. A ratio, which no money is counted with. */
type FeeRate = number;

/** Remembers what was told of each while it waits, so that each is asked after once. */
export class StandingReader {
  readonly #rotation: EndpointRotation;
  #known: ReadonlyMap<string, WaitingStanding> = new Map();

  constructor(rotation: EndpointRotation) {
    this.#rotation = rotation;
  }

  /** The same with what is told of each. What a node refuses to tell is null. Throws ChainFault. */
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
    return waiting.map((one) => ({ ...one, standing: this.#known.get(one.txHash) ?? nothingTold }));
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
    return new Map(unknown.map(({ txHash }, index) => [txHash, read[index] ?? nothingTold]));
  }
}

const nothingTold: WaitingStanding = { hasConfirmedInputs: null, expectedBlocks: null };

interface Estimate {
  readonly within: number;
  readonly rate: FeeRate;
}

/** Below the least that the node's mempool takes right now, no fee is enough for anything. */
function readEstimates(pool: unknown, answers: readonly unknown[]): Estimate[] {
  const least = pool instanceof EndpointFault ? null : rateOf(readFields(pool, 'state of the mempool').mempoolminfee);
  if (least === null) return [];
  return answers.flatMap((answer, index) => {
    if (answer instanceof EndpointFault) return [];
    const { feerate, blocks } = readFields(answer, 'estimate of a fee');
    const rate = rateOf(feerate);
    // A node without enough to go by answers for more blocks than it was asked for, or not at all.
    const within = Math.max(targets[index] as number, typeof blocks === 'number' ? blocks : 0);
    return rate === null ? [] : [{ within, rate: Math.max(rate, least) }];
  });
}

/** With parents that wait, too, it is mined when all of them together pay enough. */
function readStanding(entry: unknown, estimates: readonly Estimate[]): WaitingStanding {
  if (entry instanceof EndpointFault) return nothingTold;
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

/** A decimal of whole coins as smallest units. */
function rateOf(coins: unknown): FeeRate | null {
  return typeof coins === 'number' && Number.isFinite(coins) && coins >= 0 ? Math.round(coins * 1e8) : null;
}
