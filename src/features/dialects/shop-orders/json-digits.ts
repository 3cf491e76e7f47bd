// Parses JSON with its numbers as they were written, because a float would lose digits.

/** A number as its digits. */
export class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

interface ReviverContext {
  /** The text of a primitive value, as it was written. */
  readonly source?: string;
}

/** Like JSON.parse, but each number is Digits. Throws SyntaxError. */
export function parseWithDigits(json: string): unknown {
  const keep = (_: string, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value;
  return JSON.parse(json, keep as Parameters<typeof JSON.parse>[1]);
}
