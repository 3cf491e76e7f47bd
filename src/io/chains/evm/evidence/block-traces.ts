// Fetches traces of single blocks in the background. Callers get the present result and never wait.
import type { FlowLimit } from '../../flow-limit.ts';
import type { BlockTracer, TracedBlock } from './block-tracer.ts';
import type { InternalMoves } from './call-frames.ts';

/** The value moved by the calls of each chain transaction of a block, in its order. */
export type BlockMoves = readonly InternalMoves[];

/** The most traces that are kept, and that are fetched at once. */
const mostKept = 32;
const mostUnderWay = 2;

/** Fetches each trace once. A failed one is fetched again only after it was dropped from memory. */
export class BackgroundTraces {
  readonly #tracer: BlockTracer;
  readonly #flow: Pick<FlowLimit, 'places'>;
  /** By block hash; null if no endpoint can trace it. */
  readonly #known = new Map<string, BlockMoves | null>();
  readonly #underWay = new Set<string>();

  constructor(tracer: BlockTracer, flow: Pick<FlowLimit, 'places'>) {
    this.#tracer = tracer;
    this.#flow = flow;
  }

  /** `pending` while the trace is being fetched. Null if no endpoint traces, or none did so in time. */
  of(block: TracedBlock): BlockMoves | 'pending' | null {
    if (this.#tracer.sight !== 'traced') return null;
    const { hash } = block.header;
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    // One place is kept for blocks, even if endpoints accept few requests at once.
    const isFree = this.#underWay.size < Math.min(mostUnderWay, this.#flow.places - 1);
    if (!this.#underWay.has(hash) && isFree) void this.#ask(block);
    return this.#flow.places < 2 ? null : 'pending';
  }

  async #ask(block: TracedBlock): Promise<void> {
    const { hash } = block.header;
    this.#underWay.add(hash);
    const moves = await this.#tracer.movesOf(block);
    this.#underWay.delete(hash);
    this.#known.set(hash, moves);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKept && oldest !== undefined) this.#known.delete(oldest);
  }
}
