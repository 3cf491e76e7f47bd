// The values of a statement that is put together from parts: each part binds its own, and none is written into the text.

export interface BoundValues {
  /** What goes along with the text. */
  readonly values: readonly unknown[];
  /** Adds a value and answers its place in the text: `$3`. */
  bind(value: unknown): string;
}

export function boundValues(): BoundValues {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** What `like` takes for texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
