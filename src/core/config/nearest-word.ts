// Suggests the word that a typo most likely meant.

/** The candidate with the fewest edits from `word`, or null if none is close enough to suggest. */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns ` (did you mean x?)`, or an empty string. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const nearest = nearestWord(word, candidates);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}

/** Insertions, deletions and replacements from a to b (Levenshtein). Both are cut to 64 characters. */
function editDistance(a: string, b: string): number {
  const from = a.slice(0, 64);
  const to = b.slice(0, 64);
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
