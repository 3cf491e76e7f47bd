// The report about one endpoint that an operator wants to connect. It holds findings only, and no text of an answer, so
// that a check cannot be used to read what other servers return.
import { ChainFault, type NetworkFacts } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';

/** The network that an endpoint should serve. */
export interface ProbeTarget extends Pick<NetworkFacts, 'symbol' | 'chainId' | 'params' | 'contracts'> {
  readonly family: 'EVM' | 'TRON' | 'UTXO';
  /** Blocks of a test network may be old, because none has to be made. */
  readonly test: boolean;
}

export const probeCodes = [
  ...(['unreachable', 'timed_out', 'unauthorized', 'rate_limited', 'not_a_node', 'wrong_chain'] as const),
  ...(['not_synced', 'head_old', 'no_logs', 'short_logs', 'no_traces', 'no_history', 'no_batch'] as const),
  ...(['no_final_block', 'no_json_rpc', 'no_filters', 'pruned', 'slow'] as const),
] as const;
export type ProbeCode = (typeof probeCodes)[number];

/** `error`: the endpoint cannot be used. `warning`: it can, with a loss. `info`: worth knowing. */
export const probeLevels = ['error', 'warning', 'info'] as const;
export type ProbeLevel = (typeof probeLevels)[number];

export interface ProbeFinding {
  readonly code: ProbeCode;
  readonly level: ProbeLevel;
  /** One sentence, in English. */
  readonly says: string;
}

export interface ProbeReport {
  /** The newest block that it knows; null if it did not name one. */
  readonly head: number | null;
  /** The time of the first answer; null if there was none. */
  readonly latencyMs: number | null;
  readonly findings: readonly ProbeFinding[];
}

/** The limits of one check: the time of one answer, the time of all, and the size of an answer. */
export const probeLimits = { answerMs: 6_000, wholeMs: 15_000, maxBytes: 4 * 1024 * 1024, slowMs: 2_000 };

/** The limits of the client that reads one endpoint during a check. */
export const probeClientLimits = { timeoutMs: probeLimits.answerMs, maxBytes: probeLimits.maxBytes, connections: 4 };

export const finding = (code: ProbeCode, level: ProbeLevel, says: string): ProbeFinding => ({ code, level, says });

/** Whether the endpoint can be used. */
export function isUsable({ findings }: ProbeReport): boolean {
  return findings.every(({ level }) => level !== 'error');
}

/** The finding for a fault. It repeats no text that the endpoint sent. */
export function findingOf(fault: unknown): ProbeFinding {
  if (fault instanceof EndpointFault) return findingOfEndpoint(fault);
  if (!(fault instanceof ChainFault)) throw fault;
  if (!fault.retryable) return finding('wrong_chain', 'error', `It serves another chain: ${fault.message}.`);
  if (isBehind.test(fault.message))
    return finding('not_synced', 'error', 'It has not caught up with the network yet. Wait, and check it again.');
  return notANode();
}

const isBehind = /synchroni[sz]ing|hours? old|minutes? old|days? old|behind/i;

function findingOfEndpoint(fault: EndpointFault): ProbeFinding {
  const { failure, message, status } = fault;
  if (failure === 'busy')
    return finding('rate_limited', 'error', 'It asks for fewer requests. Wait, or use a key with a higher limit.');
  if (status === 401 || status === 403 || (failure === 'refused' && keyWords.test(message)))
    return finding('unauthorized', 'error', 'It rejects the user, password or key in the address.');
  if (failure !== 'unreachable') return notANode();
  if (/did not answer within/.test(message))
    return finding(
      'timed_out',
      'error',
      'It did not answer in time. Check the address, and that no firewall is between.',
    );
  const code = /\(([A-Z][A-Z_]{3,30})\)$/.exec(message)?.[1];
  const why = status === null ? (code === undefined ? '' : ` (${code})`) : ` (HTTP ${status})`;
  return finding('unreachable', 'error', `It cannot be reached${why}. Check the address, and that the node runs.`);
}

function notANode(): ProbeFinding {
  return finding('not_a_node', 'error', 'It does not answer like a node of this network. Check the address.');
}

const keyWords = /unauthori[sz]ed|forbidden|api.?key|project id|must be authenticated|invalid (token|key)/i;
