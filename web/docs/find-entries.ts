// Finds entries of the search index by the typed words.

/** As src/features/pages/docs/reference/search-index.ts writes it: the URL is relative to that of the index. */
export type SearchEntry = readonly [kind: string, name: string, place: string, href: string];

/** Best matches first. Each word must occur in the name or the place of an entry, in any case. */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const found = entries.flatMap((entry, index) => {
    const rank = rankOf(entry, words);
    return rank === null ? [] : [{ entry, rank, index }];
  });
  return found.sort((a, b) => a.rank - b.rank || a.index - b.index).map(({ entry }) => entry);
}

/**
 * Null if a word does not occur. Lower is better: the exact name, a word or its beginning, a part of the name, the
 * place.
 */
function rankOf([, name, place]: SearchEntry, words: readonly string[]): number | null {
  const [inName, inPlace] = [name.toLowerCase(), place.toLowerCase()];
  if (!words.every((word) => inName.includes(word) || inPlace.includes(word))) return null;
  const all = words.join(' ');
  if (inName === all || inPlace === all) return 0;
  if (inName.startsWith(all) || words.includes(inName)) return 1;
  return words.every((word) => inName.includes(word)) ? 2 : 3;
}
