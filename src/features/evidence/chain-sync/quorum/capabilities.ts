// Which kinds of evidence an endpoint can give, and of which too few of a network's can for its quorum.
import { setTimeout as delay } from 'node:timers/promises';
import { type Chain, ChainFault, type NetworkFacts } from '../../../../io/chains/chain.ts';
import type { Network } from '../../../known/catalog/catalog.ts';

/**
 * `headers`; `native`: coin sent directly; `logs`: events of tokens; `internal`: coin that calls moved, by the balance
 * before and after or by traces; `delivered`: how much of a token arrived that may deliver less than it says.
 */
export type EvidenceKind = 'headers' | 'native' | 'logs' | 'internal' | 'delivered';

const patienceMillis = 5_000;
const lookMillis = 100;

/** The kinds that payments of this network may rest on. */
function kindsOf({ balances }: Chain, { contracts, traces, unproven = [] }: NetworkFacts): EvidenceKind[] {
  const internal: EvidenceKind[] = balances !== undefined || traces === 'on' ? ['internal'] : [];
  const logs: EvidenceKind[] = contracts.length > 0 ? ['logs'] : [];
  return ['headers', 'native', ...logs, ...internal, ...(unproven.length > 0 ? (['delivered'] as const) : [])];
}

/** What this endpoint lacks of what its network needs. Never throws ChainFault: who does not answer lacks all. */
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

/** Finds out: the first look answers null. */
async function seesCalls(chain: Chain): Promise<boolean> {
  for (let left = patienceMillis; left > 0; left -= lookMillis) {
    const sight = chain.internalTransfers?.() ?? null;
    if (sight !== null) return sight !== 'direct_only';
    await delay(lookMillis);
  }
  return false;
}

/**
 * The kinds that fewer endpoints can give than the quorum asks for, each with their number: payments that rest on them
 * wait from its amount on. `lacks`: of each endpoint. None without a quorum.
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

/** As operators read it. */
export function saysTooFew(
  { quorum }: Pick<Network, 'quorum'>,
  { kind, endpoints }: ReturnType<typeof tooFew>[number],
): string {
  const seen = `${endpoints} of its endpoints ${endpoints === 1 ? 'sees' : 'see'} ${titles[kind]}`;
  const wait = `such payments from ${quorum?.from} ${quorum?.currency} on wait`;
  return `${seen}, and its quorum asks for ${quorum?.endpoints}: ${wait}`;
}

const titles: Readonly<Record<EvidenceKind, string>> = {
  headers: 'headers of blocks (headers)',
  native: 'coin that is sent directly (native)',
  logs: 'events of tokens (logs)',
  internal: 'coin that contracts pass on (internal)',
  delivered: 'how much of a token arrived (delivered)',
};
