// The report of the page in the frame, compared with the signed statement.
import type { QuittanceShown } from '../embed.d.ts';
import type { Statement } from './statement.ts';

/** An attempt to pay; null if the screen shows none; 'foreign' if the report does not have our page's form. */
export type FrameReport = QuittanceShown | null | 'foreign';

export function readReport(shown: unknown): FrameReport {
  if (shown === null) return null;
  if (typeof shown !== 'object') return 'foreign';
  const isWhole = members.every((name) => typeof (shown as Partial<QuittanceShown>)[name] === 'string');
  return isWhole ? (shown as QuittanceShown) : 'foreign';
}

const members = ['transaction_id', 'to', 'amount', 'cryptocurrency', 'network'] as const;

export function agrees(report: QuittanceShown, statement: Statement): boolean {
  return members.every((name) => report[name] === statement[name]);
}
