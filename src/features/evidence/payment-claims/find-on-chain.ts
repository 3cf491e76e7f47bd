// Looks up a chain transaction for a customer's claim. Lookups are limited because anyone can request them.
import { Problem } from '../../../core/problem.ts';
import { type Chain, ChainFault, type FoundTransfers } from '../../../io/chains/chain.ts';
import { openChain } from '../../../io/chains/readers.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { notAnswered } from '../../known/networks/asked/ask-endpoints.ts';
import type { Transaction } from '../../money/ledger/transaction-store.ts';

/** The claimed chain transaction, and the address of the attempt. */
interface PaidOnChain extends Pick<Transaction, 'recipient' | 'derivationIndex'> {
  readonly txHash: string;
}

/** The network of the caller, as a keyed hash; null if it is not known. */
type Visitor = number | null;

const mostAtOnce = 4;
/** The limit for one visitor, which leaves two places for others. */
const mostOfOneVisitor = 2;
const looking: Visitor[] = [];

/**
 * Returns null if the network does not know the hash. An internal transfer that only the recipient's balance shows
 * counts at an address given out once. At a shared address it could belong to any customer. Throws Problem if there are
 * too many lookups or the network is unavailable.
 */
export async function findOnChain(
  instance: Pick<Instance, 'log'>,
  { network, visitor }: { readonly network: Network; readonly visitor: Visitor },
  paid: PaidOnChain,
): Promise<FoundTransfers | null> {
  const { txHash, recipient, derivationIndex } = paid;
  return askChain(instance, { network, visitor }, async (chain) => {
    const recipients = chain.watch();
    recipients.add(recipient);
    const found = await chain.transfersIn(txHash, recipients);
    const isComplete =
      found === null || found.header === null || found.transfers.length > 0 || derivationIndex === null;
    return isComplete ? found : byBalance(chain, found, paid);
  });
}

/**
 * Uses a connection of its own. Throws Problem if there are too many lookups, by the visitor or in total, or if the
 * network is unavailable.
 */
async function askChain<T>(
  instance: Pick<Instance, 'log'>,
  { network, visitor }: { readonly network: Network; readonly visitor: Visitor },
  ask: (chain: Chain) => Promise<T>,
): Promise<T> {
  return fewAtOnce(visitor, async () => {
    const chain = openChain(network.family, network.facts, instance.log);
    try {
      return await ask(chain);
    } catch (fault) {
      if (!(fault instanceof ChainFault)) throw fault;
      instance.log.warn({ network: network.symbol, err: fault }, 'a claim could not be looked up');
      throw notAnswered(network);
    } finally {
      await chain.close();
    }
  });
}

/** Throws Problem rate_limited if there are too many lookups, by the visitor or in total. */
export async function fewAtOnce<T>(visitor: Visitor, look: () => Promise<T>): Promise<T> {
  const own = visitor === null ? 0 : looking.filter((one) => one === visitor).length;
  if (looking.length >= mostAtOnce || own >= mostOfOneVisitor)
    throw new Problem('rate_limited', { headers: { 'retry-after': '2' } });
  looking.push(visitor);
  try {
    return await look();
  } finally {
    looking.splice(looking.indexOf(visitor), 1);
  }
}

/** The customer's claim identifies the chain transaction, and the balance shows the amount that came in its block. */
async function byBalance(
  chain: Chain,
  found: FoundTransfers,
  { txHash, recipient }: PaidOnChain,
): Promise<FoundTransfers> {
  const { header } = found;
  if (header === null || chain.balances === undefined || chain.internalTransfers?.() === 'traced') return found;
  const { signal } = new AbortController();
  const claims = new Map([[recipient, [txHash]]]);
  const shown = await chain.balances.internalTransfers({ number: header.number, claims, preferClaims: true }, signal);
  if (shown?.fault !== undefined) throw shown.fault;
  const isThere = shown !== null && shown.header.hash === header.hash && shown.transfers.length > 0;
  return isThere ? { header, transfers: shown.transfers } : found;
}
