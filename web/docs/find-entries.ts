// Finds entries of the search index by the typed words.

/** As src/features/pages/docs/reference/search-index.ts writes it: the URL is relative to that of the index. */
export type SearchEntry = readonly [kind: string, name: string, place: string, href: string];

/**
 * Best matches first. Each word must occur in the name or the place of an entry, in any case. If few entries have all
 * words, those with most of them follow, by their stems and without the small words of a question.
 */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const words = typed
    .toLowerCase()
    .split(/[\s?!,]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const exact = ranked(entries, (entry) => rankOf(entry, words));
  if (exact.length >= enough) return exact;
  const stems = words.filter((word) => !smallWords.has(word)).map(stemOf);
  if (stems.length === 0) return exact;
  const known = new Set(exact);
  const others = entries.filter((entry) => !known.has(entry));
  return [...exact, ...ranked(others, (entry) => distanceOf(entry, stems))];
}

/** With this many exact matches, looser ones would only be in the way. */
const enough = 3;

/** `rank` is null for an entry that does not match; lower is better. */
function ranked(entries: readonly SearchEntry[], rank: (entry: SearchEntry) => number | null): SearchEntry[] {
  const found = entries.flatMap((entry, index) => {
    const own = rank(entry);
    return own === null ? [] : [{ entry, rank: own, index }];
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

// Words of a question that say nothing about its subject.
const smallWords = new Set(
  (
    'a an and any are be can cannot do does for from go has have how i if in is it me my no not of on one or our ' +
    'such that the thing this to up we what when where which who why with you your'
  ).split(' '),
);

/** The word without a common ending: `detected` and `detects` are `detect`. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word;
}

/** Null if fewer than half of the stems begin a word. A stem in the name counts three times one in the place. */
function distanceOf([kind, name, place]: SearchEntry, stems: readonly string[]): number | null {
  const [inName, inPlace] = [wordsOf(name), wordsOf(place)];
  const points: number[] = stems.map((stem) => {
    if (inName.some((word) => word.startsWith(stem))) return 3;
    return inPlace.some((word) => word.startsWith(stem)) ? 1 : 0;
  });
  const matched = points.filter((point) => point > 0).length;
  if (matched === 0 || matched < stems.length / 2) return null;
  const isReading = kind === 'page' || kind === 'section';
  return -(matched * 10 + points.reduce((sum, point) => sum + point, 0) + (isReading ? 1 : 0));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
