// Captions: texts of an order that are only displayed. They are cleaned and cut, and never refused.

/**
 * A warning about an accepted field. `no_rate`: no rate source has the currency at the moment. `waiting`: the payout
 * lock delays the change. Other codes are those of field errors.
 */
export interface Warning {
  /** The path of the property, as `order.items.0.name`. */
  readonly field: string;
  readonly code: WarningCode;
}

export type WarningCode =
  | 'too_long'
  | 'too_many'
  | 'too_many_decimals'
  | 'invalid_format'
  | 'not_mailable'
  | 'no_rate'
  | 'waiting';

/** A cleaned caption; `text` is null if the caption is empty. */
export interface Caption {
  readonly text: string | null;
  readonly isCut: boolean;
}

export interface CaptionLimit {
  /** In code points, so that no character is split. */
  readonly most: number;
  /** Whether line breaks and tabs are kept. Otherwise each becomes a space. */
  readonly hasLines?: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const breaks = /[\n\t\u2028\u2029]+/g;

/**
 * Reads any JSON value as a caption. Numbers and booleans become text, and nested values become JSON text. Control
 * characters, unpaired surrogates and surrounding whitespace are removed. The rest is cut at the limit.
 */
export function readCaption(given: unknown, { most, hasLines = false }: CaptionLimit): Caption {
  const whole = textOf(given)
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '')
    .replace(controls, '');
  const text = (hasLines ? whole : whole.replace(breaks, ' ')).trim();
  if (text.length <= most) return { text: text || null, isCut: false };
  const points = Array.from(text);
  if (points.length <= most) return { text, isCut: false };
  return { text: points.slice(0, most).join('').trimEnd(), isCut: true };
}

function textOf(given: unknown): string {
  if (given === null || given === undefined) return '';
  return typeof given === 'object' ? JSON.stringify(given) : String(given);
}

/** Collects a bounded number of warnings, so that a response stays small. */
export class Warnings {
  readonly #list: Warning[] = [];

  get list(): readonly Warning[] {
    return this.#list;
  }

  add(field: string, code: WarningCode): void {
    if (this.#list.length < mostWarnings) this.#list.push({ field, code });
  }

  /** The caption's text. Adds a warning if the text was cut. */
  caption(field: string, given: unknown, limit: CaptionLimit): string | null {
    const { text, isCut } = readCaption(given, limit);
    if (isCut) this.add(field, 'too_long');
    return text;
  }
}

const mostWarnings = 100;
