// A line of doctor's report.

export interface Finding {
  readonly what: string;
  readonly isGood: boolean;
  /** The observation; for a fault, the advice. */
  readonly says: string;
}

/** The JSON that `doctor --json` prints. */
export function findingsView(findings: readonly Finding[]) {
  return findings.map(({ what, isGood, says }) => ({ what, is_good: isGood, says }));
}

/** The response of GET /operator/health. */
export function healthView(findings: readonly Finding[]) {
  return { healthy: findings.every(({ isGood }) => isGood), findings: findingsView(findings) };
}

/** Joins as many words as fit on a line: `a, b, c and 4 more`. */
export function listed(words: readonly string[], most = 12): string {
  const rest = words.length - most;
  return rest > 1 ? `${words.slice(0, most).join(', ')} and ${rest} more` : words.join(', ');
}
