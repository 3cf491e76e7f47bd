// The report of the page in the frame, compared with the signed statement.
import type { QuittanceShown } from '../embed.d.ts';
import type { Statement } from './statement.ts';

/** An attempt to pay; null where none is on its screen; 'foreign' where the page does not say it as ours does. */
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
