// The node calls that several readers share. They need neither a wallet nor an index.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { RpcCall } from '../../json-rpc.ts';
import { headerLength, plainHeader, readUtxoHeader, type UtxoHeader } from '../blocks/read-header.ts';
import type { UtxoParams } from '../params.ts';
import { hasAuxPow } from '../work/aux-pow.ts';
import { proveAge } from '../work/prove-age.ts';
import { proveEase, proveWork } from '../work/prove-work.ts';
import { workRules } from '../work/work-rules.ts';
import { isTooHigh, readBytes, readFields, readHash, readWhole } from './raw.ts';

/** One endpoint, or a rotation of several, that answers single calls. */
export type Caller = Pick<EndpointRotation, 'call'>;

/**
 * Throws a ChainFault that is not retryable if the first block or the checkpoint is another chain's: a branch from
 * below the checkpoint could be made by anyone. Retryable if the node has not reached the checkpoint yet.
 */
export async function checkGenesis(caller: Caller, name: string, symbol: string, params: UtxoParams): Promise<void> {
  const genesis = readHash(await caller.call('getblockhash', [0]), 'hash of block 0');
  if (genesis !== params.genesis)
    throw new ChainFault(
      `${name} is on the chain that begins with ${genesis}, but ${symbol} is ${params.title}`,
      false,
    );
  const { checkpoint } = workRules(params.name);
  if (checkpoint !== null) await checkCheckpoint(caller, name, checkpoint);
}

async function checkCheckpoint(caller: Caller, name: string, known: { number: number; hash: string }): Promise<void> {
  const { number, hash } = known;
  try {
    const own = readHash(await caller.call('getblockhash', [number]), `hash of block ${number}`);
    if (own !== hash) throw new ChainFault(`${name} is on a branch of its own: its block ${number} is ${own}`, false);
  } catch (fault) {
    if (!isTooHigh(fault)) throw fault;
    throw new ChainFault(`The node is still synchronising with the network: it has no block ${number}`, true, {
      cause: fault,
    });
  }
}

/**
 * The newest block, at `now` (Unix seconds). Throws a retryable fault for a node that is still synchronising, and for
 * one with an hours-old newest block. On regtest any age is accepted, because blocks are mined by hand.
 */
export async function readHead(caller: Caller, params: UtxoParams, now: number): Promise<BlockHeader> {
  const info = readFields(await caller.call('getblockchaininfo', []), 'state of the chain');
  const number = readWhole(info.blocks, 'height');
  if (info.initialblockdownload === true && !params.regtest)
    throw new ChainFault(`The node is still synchronising with the network: it is at block ${number}`, true);
  const hash = readHash(info.bestblockhash, 'hash of the newest block');
  const head = plainHeader(await readProvedHeader(caller, hash, number, params));
  proveAge(head, params, now);
  return head;
}

/** The header of the block on the chain at this height, or null if there is none. Throws like readProvedHeader. */
export async function readHeaderAt(caller: Caller, number: number, params: UtxoParams): Promise<UtxoHeader | null> {
  try {
    const hash = readHash(await caller.call('getblockhash', [number]), 'hash of a block');
    return await readProvedHeader(caller, hash, number, params);
  } catch (fault) {
    if (isTooHigh(fault)) return null;
    throw fault;
  }
}

/** The header with this hash, with its work proved. Throws like provedHeader. */
export async function readProvedHeader(
  caller: Caller,
  hash: string,
  number: number,
  params: UtxoParams,
): Promise<UtxoHeader> {
  return provedHeader(await caller.call('getblockheader', [hash, false]), { hash, number }, params);
}

/**
 * The header in a node's answer to getblockheader (without JSON), once its work is proved. A pruned node leaves out the
 * proof of merged mining; then only the target is checked here, and the work is proved with the block's bytes. Throws
 * an EndpointFault if the proof fails.
 */
export function provedHeader(
  answer: unknown,
  { hash, number }: { readonly hash: string; readonly number: number },
  params: UtxoParams,
): UtxoHeader {
  const bytes = readBytes(answer, 'header of a block');
  const header = readUtxoHeader(bytes, number, hash);
  const isBare = params.auxPow && hasAuxPow(header.version) && bytes.length === headerLength;
  try {
    if (isBare) proveEase(header, params);
    else proveWork(bytes, header, params);
  } catch (cause) {
    // This fault is logged and moves the endpoint behind the others for a while.
    throw new EndpointFault('malformed', (cause as Error).message, { cause });
  }
  return header;
}

/** The height of the block with this hash, and its number of confirmations: -1 if it left the chain. */
export async function readStanding(caller: Caller, hash: string): Promise<{ number: number; confirmations: number }> {
  const header = readFields(await caller.call('getblockheader', [hash, true]), 'header of a block');
  return {
    number: readWhole(header.height, 'height of a block'),
    confirmations: readWhole(header.confirmations, 'confirmations of a block'),
  };
}

/** The bytes of a block. Throws a retryable ChainFault that says so if the node has pruned them. */
export async function readRawBlock(
  caller: Caller,
  hash: string,
  params: UtxoParams,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    const block = await caller.call('getblock', [hash, params.rawBlock], signal);
    return Buffer.isBuffer(block) ? block : readBytes(block, 'block');
  } catch (fault) {
    if (!(fault instanceof EndpointFault) || !/pruned/i.test(fault.message)) throw fault;
    throw new ChainFault(`${fault.message}. Use an endpoint that keeps all blocks, or prunes later`, true, {
      cause: fault,
    });
  }
}

/**
 * Sends several calls, in one request if endpoints accept that, else one by one. A refused call has its EndpointFault
 * in place of its result. Throws the fault of the whole request.
 */
export async function callMany(
  rotation: EndpointRotation,
  calls: readonly RpcCall[],
  signal?: AbortSignal,
): Promise<unknown[]> {
  try {
    return await rotation.settle(calls, signal);
  } catch (fault) {
    if (!(fault instanceof EndpointFault) || !fault.mayBeAskedSingly) throw fault;
    return Promise.all(calls.map(({ method, params }) => settled(rotation.call(method, params, signal))));
  }
}

async function settled(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof EndpointFault && fault.failure === 'refused') return fault;
    throw fault;
  }
}
