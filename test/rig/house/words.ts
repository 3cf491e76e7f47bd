// Retired words that must not be used again, each with its standard term.
import { families } from '../../../src/core/config/network-entry.ts';
import { factsOf } from '../../../src/io/chains/codecs.ts';
import { lineAt } from './source-text.ts';
import type { SourceFile } from './source-tree.ts';

interface RetiredWord {
  readonly pattern: RegExp;
  /** The standard term. */
  readonly now: string;
}

/** A test proves that none of these words is used. */
export const gone: readonly RetiredWord[] = [
  { pattern: /follow-chain/g, now: 'sync-network' },
  { pattern: /watch-ahead/g, now: 'lookahead' },
  { pattern: /look-at-waiting/g, now: 'scan-mempool' },
  { pattern: /waitingPool|waiting-pool|lookAtWaiting/gi, now: 'mempool' },
  { pattern: /\bfollowChain|\bFollower\b/g, now: 'sync session' },
  { pattern: /\bparted\b|takeBack|loseSight/g, now: 'diverged, revert, orphan' },
  { pattern: /watchAhead/g, now: 'gap-limit lookahead' },
  { pattern: /garbled/gi, now: 'malformed response' },
  { pattern: /turnstile|\bturns\.ts/gi, now: 'semaphore' },
  { pattern: /\bjury|testimon|liars?\b|\bstrikes?\b/gi, now: 'endpoint quorum, vote, outlier' },
  { pattern: /sighting/gi, now: 'unconfirmed transaction' },
  { pattern: /\bfates?\b|forsak|bereft/gi, now: 'replaced, conflicted, evicted, dropped' },
  { pattern: /\brivals?/gi, now: 'conflicting transaction' },
  { pattern: /\binner(?:Transfer|Sight)|\bInner(?:Transfer|Sight)/g, now: 'internal transfer' },
  { pattern: /\brunAgain|\bdying/g, now: 're-execution, selfdestruct analysis' },
  { pattern: /\bspared\b|\bresting\b|'stranger'/g, now: 'deprioritized, cooling down, wrong chain' },
  { pattern: /repeatable(?! read)|\bkeepRepeats/g, now: 'idempotency' },
  { pattern: /delivery-?lanes?|\bDeliveryLanes?\b/g, now: 'per-endpoint queue' },
  { pattern: /[a-z]Wish\b|\bwish(?:es)?\b/g, now: 'params' },
  { pattern: /\b(?:Means|Needs|Circumstances)\b/g, now: 'dependencies, context' },
  { pattern: /\bdesk\b|\bhired\b|\blapsed\b/gi, now: 'checkout state, chosen wallet, expired quote' },
];

/** The names of the chain families, including informal ones, which no page may contain. */
export const familyName: RetiredWord = {
  pattern: new RegExp(`\\b(?:${families.flatMap((name) => [name, factsOf(name).title]).join('|')})\\b`, 'g'),
  now: 'a member of the network',
};

/** All occurrences of a word in code, comments and strings, as 'path:line word'. */
export function placesOf({ pattern }: RetiredWord, files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((found) => `${path}:${lineAt(text, found.index)} ${found[0]}`),
  );
}
