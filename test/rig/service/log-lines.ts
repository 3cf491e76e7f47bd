// The log lines of a service during a test.
import { until } from '../client.ts';

export interface HeardLines {
  readonly lines: string[];
  /** Adds one line, with or without its line break. */
  hear(line: string): void;
  /** Waits for a line with this text. */
  says(text: string): Promise<string>;
  /** Throws with the lines of unexpected failures of the service. */
  assertUnbroken(): void;
}

/** `mayFail` is the reason why failures are expected in this test. Then no log line fails the test. */
export function heardLines(mayFail?: string): HeardLines {
  const lines: string[] = [];
  return {
    lines,
    hear: (text) => void lines.push(text.trimEnd()),
    says: (text) => heardIn(() => lines, text),
    assertUnbroken() {
      if (mayFail === undefined) assertUnbroken(lines);
    },
  };
}

/** Waits until one of the lines has this text. */
export function heardIn(lines: () => readonly string[], text: string): Promise<string> {
  return until(
    () => lines().find((line) => line.includes(text)),
    () => `it to say "${text}"; it said: ${lines().slice(-5).join('\n')}`,
  );
}

export function assertUnbroken(lines: readonly string[]): void {
  const faults = lines.filter(isFault);
  if (faults.length > 0)
    throw new Error(`The service failed ${faults.length} times unforeseen:\n${faults.slice(0, 5).join('\n')}`);
}

/** A request that failed otherwise than for want of the database, or an error that no part of the service caught. */
function isFault(line: string): boolean {
  if (line.includes('"level":"fatal"')) return true;
  return line.includes('"msg":"request failed"') && !/"type":"(?:Problem|Database\w+)"/.test(line);
}
