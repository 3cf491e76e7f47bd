// About how many calls a day a network needs while nothing is open, as docs/reference/rpc-usage.md measures it.
import { factsOf } from '../../../../../io/chains/codecs.ts';
import type { Network } from '../../../../known/catalog/catalog.ts';

const daySeconds = 86_400;
/** An EVM network is swept with four calls. */
const callsOfSweep = 4;
/** Head, block, logs and balances of each block that is read. */
const callsOfBlock = 4;

/** Null where it depends on the node, or if the network is not known. */
export function callsPerDayOf(network: Network | null, endpoint: string): number | null {
  if (network === null || /^(electrum|esplora)\+/i.test(endpoint)) return null;
  const { family, idleMillis, pollIntervalMs } = network;
  if (!factsOf(family).tracesCalls) return null;
  const everySeconds = (idleMillis ?? pollIntervalMs) / 1000;
  const calls = idleMillis === null ? callsOfBlock : callsOfSweep;
  return Math.round((daySeconds / everySeconds) * calls);
}
