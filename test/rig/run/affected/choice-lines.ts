// Reports the files that a change can affect, and their expected duration.
import type { RecordLine } from '../costs/run-record.ts';
import type { Choice } from './choose-affected.ts';

/** More reasons would hide the output of the run. */
const mostReasons = 20;
/** The share of its time that a processor is busy with tests. */
const busyPart = 0.85;

/** Prints a line for each file that will run, if there are few. `all` is the number of candidate files. */
export function printChoice(
  { changed, affected }: Choice,
  about: {
    readonly revision: string;
    readonly all: number;
    readonly record: ReadonlyMap<string, RecordLine>;
    readonly processors: number;
  },
): string[] {
  const files = `${changed} ${changed === 1 ? 'file' : 'files'} changed since ${about.revision}`;
  if (affected.size === 0) return [`${files}: none of ${about.all} test files can be affected.`];
  const lines = [...affected.keys()].flatMap((path) => about.record.get(path) ?? []);
  const seconds = estimatedSeconds(lines, about.processors);
  const time = lines.length === 0 ? '' : `, about ${seconds} s`;
  const heading = `${files}: ${affected.size} of ${about.all} test files can be affected${time}`;
  if (affected.size > mostReasons) return [`${heading}; the first ones are the closest to the changes.`];
  return [`${heading}:`, ...[...affected].map(([path, { why }]) => `  ${path} ${why}`)];
}

/** Assumes an idle machine, and uses the costs of the last run of each file. */
export function estimatedSeconds(lines: readonly RecordLine[], processors: number): number {
  const longest = Math.max(0, ...lines.map(({ wallMs }) => wallMs / 1000));
  const sum = lines.reduce((all, { cpuSeconds }) => all + cpuSeconds, 0);
  return Math.round(Math.max(longest, sum / (processors * busyPart)));
}
