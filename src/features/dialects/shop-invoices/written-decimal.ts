// Reads an amount of a JSON body as it was written, because a float would lose digits.
import { fieldProblem } from '../../../core/problem.ts';
import type { ShopJson } from './shop-invoice-store.ts';

interface ReviverContext {
  /** The text of a primitive value, as it was written. */
  readonly source?: string;
}

/** A number as its digits. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Returns the text or the number at this path of a JSON text, such as ['local_price', 'amount']; null if it is absent.
 * Throws Problem naming the path for another kind of value. The text must be well-formed JSON.
 */
export function writtenDecimal(json: string, path: readonly string[]): string | null {
  const found = path.reduce<unknown>((parent, name) => memberOf(parent, name), withDigits(json));
  if (found === undefined || found === null) return null;
  if (found instanceof Digits) return found.text;
  if (typeof found === 'string') return found;
  throw fieldProblem(path.join('.'), 'invalid_type', 'Must be a decimal, such as "19.90".');
}

function withDigits(json: string): unknown {
  const keep = (_: string, value: unknown, context?: ReviverContext) =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value;
  return json === '' ? null : JSON.parse(json, keep as Parameters<typeof JSON.parse>[1]);
}

function memberOf(parent: unknown, name: string): unknown {
  const isObject = typeof parent === 'object' && parent !== null && !Array.isArray(parent);
  return isObject && Object.hasOwn(parent, name) ? (parent as Record<string, ShopJson>)[name] : undefined;
}
