// What doctor has to say of one thing: a line of its answer.

export interface Finding {
  readonly what: string;
  readonly isGood: boolean;
  /** What was seen or, where that is bad, what to do about it. */
  readonly says: string;
}

/** As JSON: what `doctor --json` prints. */
export function findingsView(findings: readonly Finding[]) {
  return findings.map(({ what, isGood, says }) => ({ what, is_good: isGood, says }));
}

/** The answer of GET /operator/health. */
export function healthView(findings: readonly Finding[]) {
  return { healthy: findings.every(({ isGood }) => isGood), findings: findingsView(findings) };
}

/** As many words of a list as one line holds: `a, b, c and 4 more`. */
export function listed(words: readonly string[], most = 12): string {
  const rest = words.length - most;
  return rest > 1 ? `${words.slice(0, most).join(', ')} and ${rest} more` : words.join(', ');
}
