// Reads the Transfer events of one TRON block from the execution results of all its transactions.
import { quantity, type RawLog, transferTopic } from '../accounts/raw.ts';
import { malformed } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { JsonRpcClient } from '../json-rpc.ts';
import { readId } from './header.ts';
import type { TronFindings } from './read-block.ts';
import type { TronParts } from './tron-parts.ts';

/**
 * The Transfer events of the allow-listed tokens, in order. The results are read if any transaction can have logged
 * one; a log index would be faster, but may have gaps without notice. The block commits to no root of the results. If
 * the block shows that its results lack an event, the other endpoints are asked. Throws a retryable ChainFault if the
 * results do not match the block.
 */
export async function logsOfTronBlock(
  parts: TronParts,
  findings: TronFindings,
  signal: AbortSignal | undefined,
): Promise<readonly RawLog[]> {
  const { transactions, mustHaveLogged, header } = findings;
  if (parts.contracts.size === 0 || [...transactions.values()].every(({ mayLog }) => !mayLog)) return [];
  const logs = await resultsOfBlock(parts, findings, signal);
  const isMissing = ({ txHash, contract }: { txHash: string; contract: string }) =>
    !logs.some((log) => log.transactionHash === `0x${txHash}` && log.address === contract);
  const missing = mustHaveLogged.filter(isMissing);
  if (missing.length > 0 && (await isLoggedElsewhere(parts, findings, missing)))
    throw malformed(`Block ${header.number} came with results that lack the log of a transfer`);
  return logs;
}

/** The parts that are read of a transaction's execution result (gettransactioninfobyblocknum). */
interface RawResult {
  readonly id?: unknown;
  readonly blockNumber?: unknown;
  readonly log?: readonly {
    readonly address?: unknown;
    readonly topics?: readonly string[];
    readonly data?: unknown;
  }[];
}

const path = '/wallet/gettransactioninfobyblocknum';
const solidPath = '/walletsolidity/gettransactioninfobyblocknum';

/** Asks the API of solidified blocks first if the block is solidified. A second reading then comes from there. */
async function resultsOfBlock(
  { rotation, contracts, solid }: TronParts,
  findings: TronFindings,
  signal: AbortSignal | undefined,
): Promise<RawLog[]> {
  const { number } = findings.header;
  if (number <= solid.number && solid.isAsked.isDue) {
    const results = await rotation.call(solidPath, [{ num: number }], signal).catch((fault: unknown) => {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
      solid.isAsked.restart();
      return null;
    });
    // It may be a little behind the height that the other API reported.
    if (Array.isArray(results) && results.length === findings.transactions.size)
      return logsInResults(results, contracts, findings);
  }
  return logsInResults(await rotation.call(path, [{ num: number }], signal), contracts, findings);
}

function logsInResults(
  results: unknown,
  contracts: ReadonlySet<string>,
  { header, transactions }: TronFindings,
): RawLog[] {
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
    // Logs of a failed transaction have no effect.
    if (known.mayLog) logs.push(...transferLogs(result, `0x${txHash}`, header, contracts));
  }
  return logs;
}

/**
 * Whether any endpoint has a Transfer event of one of these, in its results or in its log index. A token may also log
 * nothing in a call that succeeded; then no endpoint has one.
 */
async function isLoggedElsewhere(
  { separateEndpoints, contracts }: TronParts,
  findings: TronFindings,
  missing: TronFindings['mustHaveLogged'],
): Promise<boolean> {
  const { number } = findings.header;
  const place = quantity(number);
  const filter = { fromBlock: place, toBlock: place, address: [...contracts], topics: [transferTopic] };
  const inResults = async (client: JsonRpcClient) =>
    logsInResults(await client.call(path, [{ num: number }]), contracts, findings);
  const inIndex = async (client: JsonRpcClient) => client.call('eth_getLogs', [filter]);
  const told = await Promise.all([separateEndpoints.each(inResults), separateEndpoints.each(inIndex)]);
  const logs = told.flatMap(({ answers }) => answers.flatMap((answer) => (Array.isArray(answer) ? answer : [])));
  return missing.some(({ txHash }) =>
    logs.some((log: RawLog | null) => log?.transactionHash === `0x${txHash}` && log.topics?.[0] === transferTopic),
  );
}

/** In the form of eth_getLogs, with 0x before every value. */
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

/** Unlike every other address of this API, the emitter has no prefix 41 here; both forms are accepted. */
function emitterOf(address: unknown): string | null {
  if (typeof address !== 'string' || !/^(?:41)?[0-9a-fA-F]{40}$/.test(address)) return null;
  return `0x${address.slice(-40).toLowerCase()}`;
}
