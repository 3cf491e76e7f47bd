// Checks one EVM endpoint: its chain, its newest block, and the methods that payments are read with.
import { quantity, readNumber, transferTopic } from '../accounts/raw.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import { readHeader } from '../evm/scan/raw-block.ts';
import { type JsonRpcClient, jsonRpcClient } from '../json-rpc.ts';
import {
  finding,
  findingOf,
  type ProbeFinding,
  type ProbeReport,
  type ProbeTarget,
  probeClientLimits,
} from './probe.ts';

/** The span of blocks that a sweep asks logs for, and the age of the state that balances are compared with. */
const blocksBack = 1_000;
const oldSeconds = 1_800;
/** No transfer names this recipient, so that answers are short. */
const noRecipient = `0x${'0'.repeat(63)}1`;
const zeroHash = `0x${'0'.repeat(64)}`;

/** `now`: Unix seconds. Throws ChainFault if the endpoint does not answer at all. */
export async function probeEvm(target: ProbeTarget, url: string, now: number): Promise<ProbeReport> {
  const client = jsonRpcClient({ url, ...probeClientLimits });
  try {
    const startedAt = performance.now();
    const chainId = readNumber(await client.call('eth_chainId', []), 'chain id');
    const latencyMs = Math.round(performance.now() - startedAt);
    if (chainId !== target.chainId) {
      const says = `It serves chain ${chainId}, and ${target.symbol} is chain ${target.chainId}.`;
      return { head: null, latencyMs, findings: [finding('wrong_chain', 'error', says)] };
    }
    const head = readHeader(await client.call('eth_getBlockByNumber', ['latest', false]));
    const checks = [
      checkSyncing(client),
      checkLogs(client, target, head.number),
      checkTraces(client),
      checkHistory(client, head.number),
      checkBatch(client),
      checkFinal(client),
    ];
    const found = (await Promise.all(checks)).filter((one) => one !== null);
    const age = now - head.time;
    if (!target.test && age > oldSeconds) found.push(headOld(age));
    return { head: head.number, latencyMs, findings: unique(found) };
  } finally {
    await client.close();
  }
}

function headOld(ageSeconds: number): ProbeFinding {
  const minutes = Math.round(ageSeconds / 60);
  return finding('head_old', 'warning', `Its newest block is ${minutes} minutes old. The node may have stopped.`);
}

/** The first finding with each code. */
function unique(found: readonly ProbeFinding[]): ProbeFinding[] {
  return found.filter((one, at) => found.findIndex(({ code }) => code === one.code) === at);
}

async function checkSyncing(client: JsonRpcClient): Promise<ProbeFinding | null> {
  return judged(client.call('eth_syncing', []), (answer) =>
    typeof answer === 'object' && answer !== null
      ? finding('not_synced', 'error', 'It has not caught up with the network yet. Wait, and check it again.')
      : null,
  );
}

/** Tokens are read by their events. The native coin is not. */
async function checkLogs(client: JsonRpcClient, target: ProbeTarget, head: number): Promise<ProbeFinding | null> {
  const logs = (first: number) => {
    const range = { fromBlock: quantity(first), toBlock: quantity(head) };
    const contracts = target.contracts.length === 0 ? {} : { address: target.contracts.slice(0, 1) };
    return client.call('eth_getLogs', [{ ...range, ...contracts, topics: [transferTopic, null, noRecipient] }]);
  };
  const level = target.contracts.length === 0 ? 'warning' : 'error';
  const none = finding('no_logs', level, 'It does not serve eth_getLogs, so payments in tokens are not seen.');
  const one = await judged(logs(head), (answer) => (Array.isArray(answer) ? null : none), none);
  if (one !== null) return one;
  const says = `It serves eth_getLogs for fewer than ${blocksBack} blocks at a time, so catching up takes more calls.`;
  const short = finding('short_logs', 'info', says);
  return judged(logs(Math.max(0, head - blocksBack)), () => null, short);
}

/** A node with the method has no transaction of this hash; one without it refuses the method. */
async function checkTraces(client: JsonRpcClient): Promise<ProbeFinding | null> {
  const traces = await Promise.all([
    hasMethod(client, 'debug_traceTransaction', [zeroHash, { tracer: 'callTracer' }]),
    hasMethod(client, 'trace_transaction', [zeroHash]),
  ]);
  if (traces.includes(true)) return null;
  const says = 'It serves no traces. Coin that a contract passes on is seen only at addresses that are used once.';
  return finding('no_traces', 'info', says);
}

async function hasMethod(client: JsonRpcClient, method: string, params: readonly unknown[]): Promise<boolean> {
  try {
    await client.call(method, params);
    return true;
  } catch (fault) {
    if (!(fault instanceof EndpointFault)) throw fault;
    return fault.failure === 'refused' && fault.code !== -32_601 && !methodWords.test(fault.message);
  }
}

const methodWords =
  /method|not (?:supported|available|allowed|enabled|whitelisted|exist)|disabled|upgrade|\b(?:plan|tier)\b/i;

async function checkHistory(client: JsonRpcClient, head: number): Promise<ProbeFinding | null> {
  const zero = `0x${'0'.repeat(40)}`;
  const says = `It has no balances from ${blocksBack} blocks ago, so a late look cannot tell when coin arrived.`;
  const old = client.call('eth_getBalance', [zero, quantity(Math.max(0, head - blocksBack))]);
  return judged(old, () => null, finding('no_history', 'info', says));
}

async function checkBatch(client: JsonRpcClient): Promise<ProbeFinding | null> {
  const call = { method: 'eth_chainId', params: [] };
  const says = 'It does not answer several calls in one request, so it is asked more often.';
  const none = finding('no_batch', 'info', says);
  try {
    await client.batch([call, call]);
    return null;
  } catch (fault) {
    if (fault instanceof EndpointFault && fault.failure === 'busy') return findingOf(fault);
    return none;
  }
}

async function checkFinal(client: JsonRpcClient): Promise<ProbeFinding | null> {
  const says = 'It names no final block, so confirmations alone decide.';
  return judged(
    client.call('eth_getBlockByNumber', ['finalized', false]),
    () => null,
    finding('no_final_block', 'info', says),
  );
}

/** `refused`: the finding if the endpoint refuses the call. Without it, a refusal says nothing. */
async function judged(
  answer: Promise<unknown>,
  judge: (answer: unknown) => ProbeFinding | null,
  refused: ProbeFinding | null = null,
): Promise<ProbeFinding | null> {
  try {
    return judge(await answer);
  } catch (fault) {
    if (!(fault instanceof EndpointFault)) throw fault;
    if (fault.failure !== 'busy') return refused;
    return { ...findingOf(fault), level: 'warning' };
  }
}
