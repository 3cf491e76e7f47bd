// Finds the kinds of evidence that each endpoint provides, and the kinds that too few provide for the quorum.
import { setTimeout as delay } from 'node:timers/promises';
import { type Chain, ChainFault, type NetworkFacts } from '../../../../io/chains/chain.ts';
import type { Network } from '../../../known/catalog/catalog.ts';

/**
 * `headers`; `native`: coin sent directly; `logs`: events of tokens; `internal`: internal transfers, shown by balances
 * or traces; `delivered`: the delivered amount of tokens that may deliver less than their events say.
 */
export type EvidenceKind = 'headers' | 'native' | 'logs' | 'internal' | 'delivered';

const patienceMillis = 5_000;
const lookMillis = 100;

/** Returns the kinds of evidence that payments of this network need. */
function kindsOf({ balances }: Chain, { contracts, traces, unproven = [] }: NetworkFacts): EvidenceKind[] {
  const internal: EvidenceKind[] = balances !== undefined || traces === 'on' ? ['internal'] : [];
  const logs: EvidenceKind[] = contracts.length > 0 ? ['logs'] : [];
  return ['headers', 'native', ...logs, ...internal, ...(unproven.length > 0 ? (['delivered'] as const) : [])];
}

/**
 * Returns the needed kinds that this endpoint does not provide. An endpoint that does not answer provides none. Never
 * throws ChainFault.
 */
export async function lacksOf(chain: Chain, facts: NetworkFacts): Promise<EvidenceKind[]> {
  const wanted = kindsOf(chain, facts);
  const can = new Set<EvidenceKind>();
  try {
    const head = await chain.head();
    if ((await chain.headerAt(head.number)) !== null) can.add('headers');
    const stop = AbortSignal.timeout(patienceMillis);
    for await (const _ of chain.scan(head.number, head.number, chain.watch(), stop)) can.add('native').add('logs');
    const seesState = wanted.includes('internal') ? await seesCalls(chain) : true;
    if (seesState) can.add('internal').add('delivered');
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
  }
  return wanted.filter((kind) => !can.has(kind));
}

/** Waits for the result: the first calls return null. */
async function seesCalls(chain: Chain): Promise<boolean> {
  for (let left = patienceMillis; left > 0; left -= lookMillis) {
    const sight = chain.internalTransfers?.() ?? null;
    if (sight !== null) return sight !== 'direct_only';
    await delay(lookMillis);
  }
  return false;
}

/**
 * Returns the kinds that fewer endpoints provide than the quorum requires, with their number. Payments that need them
 * wait if they are large enough to need the quorum. `lacks`: the missing kinds of each endpoint. Empty without a
 * quorum.
 */
export function tooFew(
  { quorum }: Pick<Network, 'quorum'>,
  lacks: readonly (readonly EvidenceKind[])[],
): { readonly kind: EvidenceKind; readonly endpoints: number }[] {
  if (quorum === null) return [];
  return [...new Set(lacks.flat())].flatMap((kind) => {
    const endpoints = lacks.filter((one) => !one.includes(kind)).length;
    return endpoints < quorum.endpoints ? [{ kind, endpoints }] : [];
  });
}

/** The message for operators. */
export function describeTooFew(
  { quorum }: Pick<Network, 'quorum'>,
  { kind, endpoints }: ReturnType<typeof tooFew>[number],
): string {
  const seen = `${endpoints} of its endpoints ${endpoints === 1 ? 'sees' : 'see'} ${titles[kind]}`;
  const wait = `such payments of at least ${quorum?.from} ${quorum?.currency} wait`;
  return `${seen}, and its quorum requires ${quorum?.endpoints}: ${wait}`;
}

const titles: Readonly<Record<EvidenceKind, string>> = {
  headers: 'block headers (headers)',
  native: 'coin that is sent directly (native)',
  logs: 'token events (logs)',
  internal: 'internal transfers (internal)',
  delivered: 'delivered token amounts (delivered)',
};
