// The lines that a service logs while its story runs.
import { until } from '../client.ts';

export interface HeardLines {
  readonly lines: string[];
  /** Takes one line, with or without its end. */
  hear(line: string): void;
  /** Waits for a line with this text. */
  says(text: string): Promise<string>;
}

export function heardLines(): HeardLines {
  const lines: string[] = [];
  return {
    lines,
    hear(text) {
      const line = text.trimEnd();
      lines.push(line);
      // A story that meets it shows the answer that callers get, which does not say the cause.
      if (line.includes('"msg":"request failed"') && !/"type":"(?:Problem|Database\w+)"/.test(line))
        console.error(line);
    },
    says: (text) =>
      until(
        () => lines.find((line) => line.includes(text)),
        () => `it to say "${text}"; it said: ${lines.slice(-5).join('\n')}`,
      ),
  };
}
