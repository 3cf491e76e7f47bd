// Finds native coin that contracts passed on, by traces of whole blocks.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import type { AddressTable } from '../../accounts/address-table.ts';
import { bundled } from '../../accounts/bundle.ts';
import { quantity, readHash } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { type FlatTrace, type InternalMoves, movesInFlatTraces, movesInFrames } from './call-frames.ts';
import { Refusals } from './refusals.ts';

/** A block with the hashes of its chain transactions, in order. */
export interface TracedBlock {
  readonly header: BlockHeader;
  readonly hashes: readonly string[];
}

export interface TracerOptions {
  readonly rotation: EndpointRotation;
  /** `on`: a block without a trace is not returned. `auto`: it is returned once a trace is known to be impossible. */
  readonly mode: 'auto' | 'on';
  readonly log: (message: string) => void;
  /** How long to wait for a trace that no block depends on, in milliseconds. 10,000 by default. */
  readonly mostMillis?: number | undefined;
}

/** The tracing method of an endpoint: go-ethereum's debug module, or OpenEthereum's trace module. */
type Dialect = 'debug' | 'trace' | 'none';

const callTracer = { tracer: 'callTracer' };
/**
 * The wait for a trace that no block depends on. It is shorter than the time after which a slow endpoint is avoided.
 */
const mostMillis = 10_000;
/** After this many traces in a row failed or came too late, the endpoints count as unable to trace. */
const mostFailures = 3;
/** How long to wait before an endpoint that cannot trace is tried again: operators change their nodes. */
const expiryMillis = 600_000;
/** How long to wait before an endpoint that broke down on the test is tried again. */
const brokenMillis = 60_000;

/** Remembers which dialect the endpoints support, so that endpoints without traces are not asked for every block. */
export class BlockTracer {
  readonly #options: TracerOptions;
  readonly #refusals = new Refusals();
  #dialect: Promise<Dialect> | null = null;
  #known: Dialect | null = null;
  #askAgainAt = 0;
  #failures = 0;

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  /** Whether blocks are traced; null while it is not known. */
  get sight(): 'traced' | 'direct_only' | null {
    if (this.#known === null) return null;
    return this.#known === 'none' ? 'direct_only' : 'traced';
  }

  /** Finds out whether any endpoint can trace, unless that was tested lately. */
  look(): Promise<Dialect> {
    if (this.#known === 'none' && performance.now() > this.#askAgainAt) this.#dialect = null;
    this.#dialect ??= this.#findDialect().catch((fault: unknown) => {
      this.#dialect = null;
      this.#failures += 1;
      // The endpoint is down or breaks down on traces. In both cases balances are used meanwhile.
      if (this.#failures >= mostFailures) return this.#settleFor('none', brokenMillis);
      throw fault;
    });
    return this.#dialect;
  }

  /**
   * The transfers within the calls of a block. Throws a retryable ChainFault if a trace is missing that should exist.
   */
  async ofBlock(block: TracedBlock, watched: AddressTable, signal: AbortSignal): Promise<Transfer[]> {
    if (block.hashes.length === 0 || watched.size === 0) return [];
    try {
      const dialect = await this.look();
      if (dialect === 'none') return this.#without(block.header);
      const moves = await this.#movesOf(dialect, block, signal);
      this.#refusals.forget(block.header.number);
      return moves.flatMap((one, at) => transfersOf(block.hashes[at] as string, one, watched));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || signal.aborted) throw fault;
      return this.#failed(block.header, fault);
    }
  }

  /**
   * The value moved by the calls of each chain transaction of a block, in its order; null if no trace arrives in ten
   * seconds. Never rejects.
   */
  async movesOf(block: TracedBlock): Promise<readonly InternalMoves[] | null> {
    const { number } = block.header;
    try {
      const dialect = await this.look();
      if (dialect === 'none') return null;
      const moves = await this.#movesOf(dialect, block, AbortSignal.timeout(this.#mostMillis));
      this.#failures = 0;
      return moves;
    } catch (fault) {
      const why = fault instanceof Error ? fault.message : String(fault);
      this.#options.log(`block ${number} is not traced: ${why}`);
      // A full node deletes old states, which says nothing about later blocks.
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') this.#failures += 1;
      if (this.#failures >= mostFailures) this.#settleFor('none');
      return null;
    }
  }

  /**
   * The transfers within the calls of one mined chain transaction. Empty if no endpoint can trace. Throws a retryable
   * ChainFault if no trace arrives in ten seconds.
   */
  async ofTransaction(hash: string, watched: AddressTable): Promise<readonly Transfer[]> {
    const dialect = await this.look();
    if (dialect === 'none') return [];
    const { rotation } = this.#options;
    const signal = AbortSignal.timeout(this.#mostMillis);
    try {
      const moves =
        dialect === 'debug'
          ? movesInFrames(await rotation.call('debug_traceTransaction', [hash, callTracer], signal))
          : movesInFlatTraces(tracesIn(await rotation.call('trace_transaction', [hash], signal)));
      return transfersOf(hash, moves, watched);
    } catch (fault) {
      if (signal.aborted) throw malformed(`No endpoint traces ${hash} in time`);
      if (fault instanceof EndpointFault && fault.failure === 'refused') return [];
      throw fault;
    }
  }

  get #mostMillis(): number {
    return this.#options.mostMillis ?? mostMillis;
  }

  async #findDialect(): Promise<Dialect> {
    const { rotation, log, mode } = this.#options;
    // The test uses the newest block, because every node still has its state.
    const asks = (method: string, params: readonly unknown[]) =>
      isAnswered(AbortSignal.timeout(this.#mostMillis), (signal) => rotation.call(method, params, signal));
    const debug = await asks('debug_traceBlockByNumber', ['latest', callTracer]);
    const speaks = debug || (await asks('trace_block', ['latest']));
    const dialect = debug ? 'debug' : speaks ? 'trace' : 'none';
    if (dialect === 'none' && this.#known === null)
      log(
        'no endpoint traces blocks: ' +
          `${mode === 'on' ? 'reading stops' : 'internal transfers are found by balances only'}`,
      );
    return this.#settleFor(dialect);
  }

  #settleFor(dialect: Dialect, millis = expiryMillis): Dialect {
    this.#known = dialect;
    this.#dialect = Promise.resolve(dialect);
    this.#failures = 0;
    this.#askAgainAt = performance.now() + millis;
    return dialect;
  }

  #without({ number }: BlockHeader): Transfer[] {
    if (this.#options.mode === 'auto') return [];
    this.#askAgainAt = 0;
    throw malformed(`No endpoint can trace block ${number}, and the configuration asks for traces`);
  }

  async #movesOf(dialect: 'debug' | 'trace', block: TracedBlock, signal: AbortSignal): Promise<InternalMoves[]> {
    const { rotation } = this.#options;
    if (dialect === 'trace')
      return flatMoves(await rotation.call('trace_block', [quantity(block.header.number)], signal), block);
    try {
      return framedMoves(await rotation.call('debug_traceBlockByHash', [block.header.hash, callTracer], signal), block);
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedOtherwise || block.hashes.length === 1) throw fault;
      // The block may be too large for one answer, so its chain transactions are traced one by one. The first shows
      // whether that works.
      const trace = async (hash: string) =>
        movesInFrames(await rotation.call('debug_traceTransaction', [hash, callTracer], signal));
      const first = await trace(block.hashes[0] as string);
      return [first, ...(await Promise.all(block.hashes.slice(1).map(trace)))];
    }
  }

  /**
   * A block that does not exist yet looks like one with deleted state, and an endpoint that is down looks like one that
   * cannot trace. Only repeated failures show the difference.
   */
  #failed({ number }: BlockHeader, fault: EndpointFault): Transfer[] {
    if (this.#options.mode === 'on' || !this.#refusals.isFinal(number, fault.message)) throw fault;
    this.#options.log(
      `block ${number} is read without traces (${fault.message}); internal transfers in it were not seen`,
    );
    // The endpoint broke down although it has the state, so the following blocks would fail too.
    if (fault.failure !== 'refused') this.#settleFor('none');
    return [];
  }
}

/**
 * The transfers to watched addresses among these moves. Positions count moves of value, not calls: nodes differ in
 * which calls they report (such as calls of precompiled contracts), but not in which value moved.
 */
export function transfersOf(
  txHash: string,
  { signer, sent, moves }: InternalMoves,
  watched: Pick<AddressTable, 'has'>,
): readonly Transfer[] {
  const transfers = moves.flatMap(({ from, to, amount, bySelfDestruct }, at): Transfer[] => {
    // A transfer from an account to itself moves nothing.
    if (from === to || !watched.has(to)) return [];
    // The sender is the signer if the value came with the chain transaction and was passed on; otherwise the account
    // that it left.
    const sender = sent >= amount ? signer : from;
    const transfer = { txHash, position: `trace:${at}`, contract: '', sender, recipient: to, amount, succeeded: true };
    return [bySelfDestruct ? { ...transfer, held: 'selfdestruct' } : transfer];
  });
  return bundled(transfers);
}

/** Whether the endpoint answers in time. One that is too slow here is also too slow for traces. */
async function isAnswered(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  try {
    return Array.isArray(await ask(signal));
  } catch (fault) {
    if (signal.aborted) return false;
    if (fault instanceof EndpointFault && (fault.failure === 'refused' || fault.failure === 'malformed')) return false;
    throw fault;
  }
}

function framedMoves(answer: unknown, { header, hashes }: TracedBlock): InternalMoves[] {
  if (!Array.isArray(answer) || answer.length !== hashes.length)
    throw malformed(`The trace of block ${header.number} is incomplete`);
  return answer.map((item: { txHash?: string; result?: unknown; error?: string } | null, at) => {
    // Older nodes omit the hash; the order is the block's order.
    if (item?.txHash !== undefined && readHash(item.txHash, 'transaction of a trace') !== hashes[at])
      throw malformed(`The trace of block ${header.number} is of other chain transactions`);
    if (item?.result === undefined || item.result === null)
      throw malformed(`A trace of block ${header.number} failed: ${String(item?.error).slice(0, 100)}`);
    return movesInFrames(item.result);
  });
}

function flatMoves(answer: unknown, { header, hashes }: TracedBlock): InternalMoves[] {
  const traces = tracesIn(answer);
  for (const { blockHash } of traces)
    if (readHash(blockHash, 'block of a trace') !== header.hash)
      throw malformed(`Block ${header.number} changed between its header and its trace`);
  // Block rewards belong to no chain transaction.
  const byHash = Map.groupBy(traces, ({ transactionHash }) => transactionHash?.toLowerCase() ?? '');
  return hashes.map((hash) => {
    const own = byHash.get(hash);
    if (own === undefined) throw malformed(`The trace of block ${header.number} is incomplete`);
    return movesInFlatTraces(own);
  });
}

function tracesIn(answer: unknown): readonly FlatTrace[] {
  if (!Array.isArray(answer)) throw malformed('Traces are missing from an answer');
  return answer;
}
