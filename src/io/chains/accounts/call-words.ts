// Asks a contract's functions that answer one word each, such as a number or a boolean.
import { EndpointFault, unlessRefused } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

/**
 * The answers to these calls (data in hex) at the newest block, in one request where endpoints take several at once.
 * `gas`: what each may use at most; the node's own limit unless given.
 * Null where a call is refused (a contract without that function reverts), or answers something else than one word.
 * Throws ChainFault.
 */
export async function callWords(
  rotation: Pick<EndpointRotation, 'call' | 'settle'>,
  to: string,
  calls: readonly string[],
  gas?: string,
): Promise<(bigint | null)[]> {
  const call = gas === undefined ? { to } : { to, gas };
  const asked = calls.map((data) => ({ method: 'eth_call', params: [{ ...call, data }, 'latest'] }));
  try {
    // A revert is an answer: other endpoints are not asked for it, least of all those that are away.
    return (await rotation.settle(asked)).map(wordIn);
  } catch (fault) {
    if (!(fault instanceof EndpointFault) || !fault.mayBeAskedSingly) throw fault;
    return Promise.all(asked.map(({ method, params }) => callWord(rotation, method, params)));
  }
}

async function callWord(rotation: Pick<EndpointRotation, 'call'>, method: string, params: readonly unknown[]) {
  return wordIn(await unlessRefused(rotation.call(method, params)));
}

function wordIn(answer: unknown): bigint | null {
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : null;
}
