// A look at one chain transaction for a customer who says it is theirs; few at a time, since anybody may ask.
import { Problem } from '../../../core/problem.ts';
import { ChainFault, type FoundTransfers } from '../../../io/chains/chain.ts';
import { familyOf } from '../../../io/chains/families.ts';
import type { Network } from '../../catalog/catalog.ts';
import type { Instance } from '../../instance.ts';

const mostAtOnce = 4;
let looking = 0;

/** Null where the network does not know the hash. Throws Problem while too many are looking or the network is away. */
export async function chainLook(
  instance: Pick<Instance, 'log'>,
  network: Network,
  txHash: string,
  recipient: string,
): Promise<FoundTransfers | null> {
  if (looking >= mostAtOnce) throw new Problem('rate_limited', { headers: { 'retry-after': '2' } });
  looking += 1;
  const chain = familyOf(network.family).chain(network.facts, instance.log);
  try {
    const recipients = chain.watch();
    recipients.add(recipient);
    return await chain.transfersIn(txHash, recipients);
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    instance.log.warn({ network: network.symbol, err: fault }, 'a claim could not be looked at');
    throw new Problem('temporarily_unavailable', {
      detail: `${network.name} cannot be asked right now.`,
      headers: { 'retry-after': '10' },
    });
  } finally {
    looking -= 1;
    await chain.close();
  }
}
