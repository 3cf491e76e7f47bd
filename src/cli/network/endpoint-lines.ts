// The words of the commands about endpoints: the report of a check, and the reason of a refusal.

import { Problem } from '../../core/problem.ts';
import type { checkView } from '../../features/operations/operator/networks/connect/probe-report.ts';
import { fault } from '../words.ts';

type Check = ReturnType<typeof checkView>;

/** A line for each endpoint, followed by its findings. */
export function checkLines(checks: readonly Check[]): string {
  return checks.map((check) => `${[heading(check), ...check.findings.map(said)].join('\n')}\n`).join('');
}

function heading({ endpoint, usable, head, latency_ms: latency }: Check): string {
  const facts = [...(head === null ? [] : [`block ${head}`]), ...(latency === null ? [] : [`${latency} ms`])];
  return [`${endpoint}: ${usable ? 'works' : 'cannot be used'}`, ...facts].join(', ');
}

function said({ level, message }: Check['findings'][number]): string {
  return `  ${level}: ${message}`;
}

/** Throws StartFault with the words of a refusal, each error on a line of its own. */
export async function refusedWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'not_found') throw fault('There is no such network. See network list.');
    const lines = (error.errors ?? []).map(({ field, message }) => `${placeOf(field)}${message}`);
    throw fault(lines.length === 0 ? error.detail : lines.join('\n'));
  }
}

/** Endpoints are counted from 1. */
function placeOf(field: string): string {
  const at = /^endpoints\.(\d+)$/.exec(field)?.[1];
  return at === undefined ? '' : `Endpoint ${Number(at) + 1}: `;
}
