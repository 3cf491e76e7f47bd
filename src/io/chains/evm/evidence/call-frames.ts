// Reads the native coin that moved within a chain transaction from either trace format.
import { readAddress, readAmount } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';

/** Value that moved from one account to another in a call within a chain transaction; in order of execution. */
export interface ValueMove {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Whether a contract left the value behind when it destroyed itself, rather than sending it by a call. */
  readonly bySelfDestruct: boolean;
}

/** All value that one chain transaction moved besides its own, its signer, and its own value (`sent`). */
export interface InternalMoves {
  readonly signer: string;
  readonly sent: bigint;
  readonly moves: readonly ValueMove[];
}

/** A frame of go-ethereum's callTracer (geth.ethereum.org, built-in tracers). */
export interface CallFrame {
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly CallFrame[];
}

/**
 * Reads the moves of a callTracer frame. Frames below a failed frame are dropped with it: they may show no error,
 * although their moves were reverted. Throws a retryable ChainFault for a malformed frame.
 */
export function movesInFrames(root: unknown): InternalMoves {
  const frame = asFrame(root);
  const moves: ValueMove[] = [];
  collect(frame, moves, true);
  return { signer: readAddress(frame.from, 'signer of a trace'), sent: readValue(frame.value), moves };
}

/** One call in the format of OpenEthereum's trace module, which Erigon, Nethermind, Besu and Reth use too. */
export interface FlatTrace {
  readonly type?: string;
  readonly action?: {
    readonly callType?: string;
    readonly from?: string;
    readonly to?: string;
    readonly value?: string;
    readonly address?: string;
    readonly refundAddress?: string;
    readonly balance?: string;
  };
  readonly result?: { readonly address?: string } | null;
  readonly error?: string | null;
  readonly traceAddress?: readonly number[];
  readonly transactionHash?: string | null;
  readonly blockHash?: string;
}

/**
 * Reads the moves of one chain transaction from its traces, in their order. The first trace is the chain transaction
 * itself.
 */
export function movesInFlatTraces(traces: readonly FlatTrace[]): InternalMoves {
  const [root] = traces;
  if (root?.action === undefined || placeOf(root).length > 0)
    throw malformed('The traces of a chain transaction lack its first call');
  const failed: string[] = [];
  const moves: ValueMove[] = [];
  for (const trace of traces) {
    const place = `${placeOf(trace).join('.')}.`;
    const isFailed = typeof trace.error === 'string' && trace.error !== '';
    if (isFailed) failed.push(place === '.' ? '' : place);
    if (isFailed || failed.some((above) => place.startsWith(above))) continue;
    const move = moveOf(trace, placeOf(trace).length === 0);
    if (move !== null) moves.push(move);
  }
  return { signer: readAddress(root.action.from, 'signer of a trace'), sent: readValue(root.action.value), moves };
}

function collect(frame: CallFrame, moves: ValueMove[], isRoot: boolean): void {
  if (typeof frame.error === 'string' && frame.error !== '') return;
  const kind = frame.type?.toUpperCase() ?? '';
  // The value of the first call belongs to the chain transaction itself, unless it creates a contract: only here is
  // that recipient visible.
  const counts = kind === 'CREATE' || kind === 'CREATE2' || kind === 'SELFDESTRUCT' || (kind === 'CALL' && !isRoot);
  // DELEGATECALL and CALLCODE name a value too, but do not move it.
  const move = counts ? valueMove(frame, kind === 'SELFDESTRUCT') : null;
  if (move !== null) moves.push(move);
  for (const call of frame.calls ?? []) collect(asFrame(call), moves, false);
}

function moveOf({ type, action, result }: FlatTrace, isRoot: boolean): ValueMove | null {
  if (type === 'suicide' || type === 'selfdestruct')
    return valueMove({ from: action?.address, to: action?.refundAddress, value: action?.balance }, true);
  if (type === 'create') return valueMove({ from: action?.from, to: result?.address, value: action?.value }, false);
  return type === 'call' && action?.callType === 'call' && !isRoot ? valueMove(action, false) : null;
}

/** A move of value as a trace reports it. */
interface RawMove {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly value?: string | undefined;
}

/** Null if no value moves. */
function valueMove({ from, to, value }: RawMove, bySelfDestruct: boolean): ValueMove | null {
  const amount = readValue(value);
  if (amount === 0n) return null;
  const parties = { from: readAddress(from, 'sender of a call'), to: readAddress(to, 'recipient of a call') };
  return { ...parties, amount, bySelfDestruct };
}

function readValue(value: string | undefined): bigint {
  return value === undefined || value === null ? 0n : readAmount(value, 'value of a call');
}

function placeOf({ traceAddress }: FlatTrace): readonly number[] {
  if (!Array.isArray(traceAddress)) throw malformed('A trace has no traceAddress');
  return traceAddress;
}

function asFrame(frame: unknown): CallFrame {
  if (typeof frame !== 'object' || frame === null) throw malformed('A trace contains an entry that is not a call');
  return frame;
}
