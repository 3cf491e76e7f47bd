// The calls to a network's nodes that several readers share; a node needs neither a wallet nor an index for them.
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

/** Whatever answers single calls: one endpoint, or several behind one door. */
export type Caller = Pick<EndpointRotation, 'call'>;

/**
 * Throws a ChainFault, not retryable, where the first block is another chain's, or the one that is known higher up: a
 * branch from below it is somebody's own. Retryable where that height is not reached yet.
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
    throw new ChainFault(`The node still catches up with the network: it has no block ${number}`, true, {
      cause: fault,
    });
  }
}

/**
 * The newest block, at `now` (in seconds). A node that still catches up with the network is a retryable fault, and one
 * whose newest block is hours old: what it shows is long past. That of a regtest chain is believed, since nobody may
 * have mined there for a day.
 */
export async function readHead(caller: Caller, params: UtxoParams, now: number): Promise<BlockHeader> {
  const info = readFields(await caller.call('getblockchaininfo', []), 'state of the chain');
  const number = readWhole(info.blocks, 'height');
  if (info.initialblockdownload === true && !params.regtest)
    throw new ChainFault(`The node still catches up with the network: it is at block ${number}`, true);
  const hash = readHash(info.bestblockhash, 'hash of the newest block');
  const head = plainHeader(await readProvedHeader(caller, hash, number, params));
  proveAge(head, params, now);
  return head;
}

/** The header of the block on the chain at this height, or null where there is none. Throws as readProvedHeader. */
export async function readHeaderAt(caller: Caller, number: number, params: UtxoParams): Promise<UtxoHeader | null> {
  try {
    const hash = readHash(await caller.call('getblockhash', [number]), 'hash of a block');
    return await readProvedHeader(caller, hash, number, params);
  } catch (fault) {
    if (isTooHigh(fault)) return null;
    throw fault;
  }
}

/** The header with this hash, whose work is proved. Throws as provedHeader. */
export async function readProvedHeader(
  caller: Caller,
  hash: string,
  number: number,
  params: UtxoParams,
): Promise<UtxoHeader> {
  return provedHeader(await caller.call('getblockheader', [hash, false]), { hash, number }, params);
}

/**
 * What a node answered to getblockheader, without JSON, for this block, once its work is proved. Where other chains'
 * miners worked for it and the node leaves out their proof (one that has thrown away the block), only its target is
 * checked: a block is proved with its bytes. Throws an EndpointFault where it is not.
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
    // Whoever shows such a header is asked last for a while, and told of.
    throw new EndpointFault('malformed', (cause as Error).message, { cause });
  }
  return header;
}

/**
 * The height of the block with this hash, and how many blocks are on it, itself included: -1 where it left the chain.
 */
export async function readStanding(caller: Caller, hash: string): Promise<{ number: number; confirmations: number }> {
  const header = readFields(await caller.call('getblockheader', [hash, true]), 'header of a block');
  return {
    number: readWhole(header.height, 'height of a block'),
    confirmations: readWhole(header.confirmations, 'confirmations of a block'),
  };
}

/** The bytes of a block. Throws a retryable ChainFault that says so where the node has thrown them away. */
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
    throw new ChainFault(`${fault.message}. Give an endpoint that keeps all blocks, or one that prunes later`, true, {
      cause: fault,
    });
  }
}

/**
 * Several calls, in one request where endpoints take that and else one by one; a call that was refused has its
 * EndpointFault in the place of its result. Throws what failed the whole.
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
