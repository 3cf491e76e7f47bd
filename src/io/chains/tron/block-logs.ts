// The Transfer events of one TRON block, proven complete by the block itself, whatever its node's log index says.
import { quantity, type RawLog, transferTopic } from '../accounts/raw.ts';
import { malformed } from '../chain.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { readId } from './header.ts';
import type { TronFindings } from './read-block.ts';

/**
 * `hinted`: what eth_getLogs answered for this block, or null. It is believed where it cannot be all wrong: it tells of
 * some of the block's own transactions (an index holds a block or does not), and of every direct transfer in it.
 * Otherwise the execution results decide, which are kept with the block. Throws a retryable ChainFault where these do
 * not fit the block either.
 */
export async function provenLogs(
  rotation: EndpointRotation,
  contracts: ReadonlySet<string>,
  findings: TronFindings,
  hinted: readonly RawLog[] | null,
  signal: AbortSignal | undefined,
): Promise<readonly RawLog[]> {
  const { header, transactions, mustHaveLogged } = findings;
  for (const { transactionHash } of hinted ?? []) {
    if (transactions.get(bare(transactionHash))?.mayLog !== true)
      throw malformed(`Block ${header.number} came with a log that none of its transactions can have made`);
  }
  if (contracts.size === 0 || [...transactions.values()].every(({ mayLog }) => !mayLog)) return [];
  const told = new Set(hinted?.map(({ transactionHash }) => bare(transactionHash)));
  if (hinted !== null && hinted.length > 0 && mustHaveLogged.every((txHash) => told.has(txHash))) return hinted;
  return logsInResults(rotation, contracts, findings, signal);
}

/** The execution result of a transaction, of /wallet/gettransactioninfobyblocknum, as far as it is read. */
interface RawResult {
  readonly id?: unknown;
  readonly blockNumber?: unknown;
  readonly log?: readonly {
    readonly address?: unknown;
    readonly topics?: readonly string[];
    readonly data?: unknown;
  }[];
}

async function logsInResults(
  rotation: EndpointRotation,
  contracts: ReadonlySet<string>,
  { header, transactions }: TronFindings,
  signal: AbortSignal | undefined,
): Promise<RawLog[]> {
  const path = '/wallet/gettransactioninfobyblocknum';
  const results = await rotation.call(path, [{ num: header.number }], signal);
  if (!Array.isArray(results) || results.length !== transactions.size)
    throw malformed(`Block ${header.number} came without the results of all its transactions`);
  const logs: RawLog[] = [];
  const seen = new Set<string>();
  for (const result of results as readonly (RawResult | null)[]) {
    const txHash = readId(result?.id, 'transaction of a result').slice(2);
    const known = transactions.get(txHash);
    if (known === undefined || seen.has(txHash) || result?.blockNumber !== header.number)
      throw malformed(`Block ${header.number} changed between its transactions and their results`);
    seen.add(txHash);
    // What a failed transaction logged did not happen.
    if (known.mayLog) logs.push(...transferLogs(result, `0x${txHash}`, header, contracts));
  }
  return logs;
}

/** In the form of eth_getLogs, which has 0x before everything. */
function transferLogs(
  { log: entries = [] }: RawResult,
  transactionHash: string,
  { number, hash }: TronFindings['header'],
  contracts: ReadonlySet<string>,
): RawLog[] {
  return entries.flatMap(({ address, topics = [], data }) => {
    const contract = emitterOf(address);
    if (contract === null || !contracts.has(contract) || `0x${topics[0]}` !== transferTopic) return [];
    const hexed = topics.map((topic) => `0x${topic}`);
    const place = { blockNumber: quantity(number), blockHash: hash, transactionHash, logIndex: '0x0' };
    return [{ address: contract, topics: hexed, data: `0x${typeof data === 'string' ? data : ''}`, ...place }];
  });
}

/** The emitter has no prefix 41 here, unlike every other address of this API; either is taken. */
function emitterOf(address: unknown): string | null {
  if (typeof address !== 'string' || !/^(?:41)?[0-9a-fA-F]{40}$/.test(address)) return null;
  return `0x${address.slice(-40).toLowerCase()}`;
}

function bare(hash: unknown): string {
  return typeof hash === 'string' ? hash.replace(/^0x/, '').toLowerCase() : '';
}
