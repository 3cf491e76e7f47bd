// Reads an amount of a JSON body as it was written, because a float would lose digits.
import { fieldProblem } from '../../../core/problem.ts';
import { Digits, parseWithDigits } from '../shop-orders/json-digits.ts';
import { isObject } from './shop-json.ts';

/**
 * Returns the text or the number at this path of a JSON text, such as ['local_price', 'amount']; null if it is absent.
 * Throws Problem naming the path for another kind of value. The text must be well-formed JSON.
 */
export function writtenDecimal(json: string, path: readonly string[]): string | null {
  const body = json === '' ? null : parseWithDigits(json);
  const found = path.reduce<unknown>((parent, name) => memberOf(parent, name), body);
  if (found === undefined || found === null) return null;
  if (found instanceof Digits) return found.text;
  if (typeof found === 'string') return found;
  throw fieldProblem(path.join('.'), 'invalid_type', 'Must be a decimal such as "19.90".');
}

function memberOf(parent: unknown, name: string): unknown {
  return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
}
