// Reads the messages of shops that speak Epusdt.
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Fields } from '../shop-orders/field-signature.ts';
import { Digits, parseWithDigits } from '../shop-orders/json-digits.ts';
import { readShopForm, soundFields } from '../shop-orders/shop-form.ts';

/**
 * Reads a JSON object or a form as texts. Numbers have the digits of the request, such as 42.50. Throws Problem
 * unsupported_media_type, malformed_json, malformed_request, or one that names a field that is no text and no number.
 */
export function readMessage(mediaType: string, text: string): Fields {
  if (mediaType === 'application/x-www-form-urlencoded') return readShopForm(text);
  if (mediaType !== 'application/json')
    throw new Problem('unsupported_media_type', { detail: 'Send JSON (application/json) or a form.' });
  const members = membersOf(text);
  if (colonsOutsideTexts(text) > members.length)
    throw new Problem('malformed_request', { detail: 'A field of the body is repeated.' });
  return soundFields(members.map(([field, value]) => [field, value instanceof Digits ? value.text : value]));
}

/**
 * Returns the fields of a JSON message that was read without a Problem, with its numbers as gateways print them.
 * Clients sign either these or the written ones.
 */
export function printedFields(text: string): readonly Fields[] {
  const members = membersOf(text);
  return [asEpusdt, asBepusdt].map((print) =>
    Object.fromEntries(members.map(([field, value]) => [field, value instanceof Digits ? print(value) : value])),
  );
}

/** Source: assimon/epusdt, util/sign/sign.go. It prints 42.50 as 42.5. */
function asEpusdt({ text: digits }: Digits): string {
  return String(Number(digits));
}

/** Source: luoyanglang/bepusdt-python-sdk, tests/fixtures. It prints 1000000 as 1e+06, as Go's format %v does. */
function asBepusdt({ text: digits }: Digits): string {
  const value = Number(digits);
  const [, mantissa = '', sign = '', power = ''] = /^(.*)e([+-])([0-9]+)$/.exec(value.toExponential()) ?? [];
  const exponent = Number(`${sign}${power}`);
  return exponent < -4 || exponent > 5 ? `${mantissa}e${sign}${power.padStart(2, '0')}` : String(value);
}

function membersOf(text: string): (readonly [field: string, value: string | Digits])[] {
  return Object.entries(objectIn(text)).map(([field, value]) => [field, scalarOf(field, value)]);
}

function objectIn(text: string): object {
  let read: unknown;
  try {
    read = parseWithDigits(text);
  } catch {
    throw new Problem('malformed_json', { detail: 'The body is not well-formed JSON.' });
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read) && !(read instanceof Digits)) return read;
  throw new Problem('malformed_json', { detail: 'The body must be a JSON object.' });
}

function scalarOf(field: string, value: unknown): string | Digits {
  if (value === null) return '';
  if (typeof value === 'string' || value instanceof Digits) return value;
  throw fieldProblem(field.slice(0, 64), 'invalid_type', 'Must be a text or a number.');
}

/** The number of names in an object of texts and numbers, including repeated ones. */
function colonsOutsideTexts(text: string): number {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}
