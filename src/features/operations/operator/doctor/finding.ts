// A line of doctor's report.
import { helpOf } from './help-pages.ts';

export interface Finding {
  readonly what: string;
  readonly isGood: boolean;
  /** Whether a good finding still asks the operator for something. */
  readonly isAdvice?: boolean;
  /** The observation; for a fault or an advice, the remedy. */
  readonly says: string;
}

export const severities = ['good', 'warning', 'bad'] as const;
export type Severity = (typeof severities)[number];

export function severityOf({ isGood, isAdvice }: Pick<Finding, 'isGood' | 'isAdvice'>): Severity {
  if (!isGood) return 'bad';
  return isAdvice === true ? 'warning' : 'good';
}

/** The JSON that `doctor --json` prints. */
export function findingsView(findings: readonly Finding[]) {
  return findings.map((finding) => {
    const { what, isGood, says } = finding;
    return { what, is_good: isGood, says: severityOf(finding) === 'warning' ? `warning: ${says}` : says };
  });
}

/** Returns the path of its documentation below PUBLIC_URL; null for a good finding. */
export function helpFor(finding: Finding): string | null {
  return severityOf(finding) === 'good' ? null : helpOf(finding.what);
}

/** The response of GET /operator/health. */
export function healthView(findings: readonly Finding[]) {
  return {
    healthy: findings.every(({ isGood }) => isGood),
    findings: findings.map((finding) => ({
      what: finding.what,
      is_good: finding.isGood,
      says: finding.says,
      severity: severityOf(finding),
      help: helpFor(finding),
    })),
  };
}

/** Joins as many words as fit on a line: `a, b, c and 4 more`. */
export function listed(words: readonly string[], most = 12): string {
  const rest = words.length - most;
  return rest > 1 ? `${words.slice(0, most).join(', ')} and ${rest} more` : words.join(', ');
}
