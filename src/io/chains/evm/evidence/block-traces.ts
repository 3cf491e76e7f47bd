// Traces of single blocks, asked for beside all else: whoever wants one hears what is known by now, and never waits.
import type { FlowLimit } from '../../flow-limit.ts';
import type { BlockTracer, TracedBlock } from './block-tracer.ts';
import type { InternalMoves } from './call-frames.ts';

/** What the calls of each chain transaction of a block moved, in its order. */
export type BlockMoves = readonly InternalMoves[];

/** So many traces are remembered, or under way, at a time. */
const mostKept = 32;
const mostUnderWay = 2;

/** Asks for each trace once; what failed is asked for again only after it was forgotten. */
export class TracesBeside {
  readonly #tracer: BlockTracer;
  readonly #flow: Pick<FlowLimit, 'places'>;
  /** By block hash; null where nobody can tell. */
  readonly #known = new Map<string, BlockMoves | null>();
  readonly #underWay = new Set<string>();

  constructor(tracer: BlockTracer, flow: Pick<FlowLimit, 'places'>) {
    this.#tracer = tracer;
    this.#flow = flow;
  }

  /** `pending`: it is being asked for. Null where no endpoint traces, or none did so in time. */
  of(block: TracedBlock): BlockMoves | 'pending' | null {
    if (this.#tracer.sight !== 'traced') return null;
    const { hash } = block.header;
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    // One place is left to blocks, however little endpoints take at once.
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
