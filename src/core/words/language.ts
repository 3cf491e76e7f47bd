// The description of a language that customers can choose.

export interface Language {
  /** ISO 639 code, as `<html lang>` and Intl accept it: 'de'. */
  readonly code: string;
  /** Name in the language itself: 'Deutsch'. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Code of a language tag (RFC 5646) without region and script: 'de' for 'de-AT'. Returns '' for an empty tag. */
export function codeOfTag(tag: string): string {
  const primary = (tag.trim().split(/[-_]/, 1)[0] ?? '').toLowerCase();
  return renamed.get(primary) ?? primary;
}

/** Codes that browsers still send, and their present form (RFC 5646, 2.2.1). */
const renamed: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
]);
