// Calls contract functions that return one word, such as a number or a boolean.
import { EndpointFault, unlessRefused } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

/**
 * Returns the results of these calls (data in hex) at the newest block. Sends one request where endpoints accept
 * several calls at once. `gas` limits each call; the default is the node's own limit. A result is null if the call is
 * refused (a contract without that function reverts) or returns something else than one word. Throws ChainFault.
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
    // A revert is an answer, so it is not asked of other endpoints again.
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
