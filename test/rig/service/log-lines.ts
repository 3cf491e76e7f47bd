// The lines that a service logs while its story runs.
import { until } from '../client.ts';

export interface HeardLines {
  readonly lines: string[];
  /** Takes one line, with or without its end. */
  hear(line: string): void;
  /** Waits for a line with this text. */
  says(text: string): Promise<string>;
  /** Throws, with its lines, where the service failed in a way that it does not foresee. */
  assertUnbroken(): void;
}

/** `mayFail` says why the service fails in this story: then nothing that it logs is a failure of the story. */
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
