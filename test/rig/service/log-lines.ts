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
  const faults: string[] = [];
  return {
    lines,
    hear(text) {
      const line = text.trimEnd();
      lines.push(line);
      if (isFault(line)) faults.push(line);
    },
    says: (text) =>
      until(
        () => lines.find((line) => line.includes(text)),
        () => `it to say "${text}"; it said: ${lines.slice(-5).join('\n')}`,
      ),
    assertUnbroken() {
      if (mayFail === undefined && faults.length > 0)
        throw new Error(`The service failed ${faults.length} times unforeseen:\n${faults.slice(0, 5).join('\n')}`);
    },
  };
}

/** A request that failed otherwise than for want of the database, or an error that no part of the service caught. */
function isFault(line: string): boolean {
  if (line.includes('"level":"fatal"')) return true;
  return line.includes('"msg":"request failed"') && !/"type":"(?:Problem|Database\w+)"/.test(line);
}
