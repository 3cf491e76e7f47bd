// Reads the fields of a shop's message, and refuses what its signature does not cover unambiguously.
import { Problem } from '../../../core/problem.ts';
import { isBrokenText } from '../../../io/http/request-body.ts';
import type { Fields } from './field-signature.ts';

/** The largest known message has twenty fields. */
const mostFields = 50;
const mostName = 64;
const mostValue = 4_000;

/**
 * Reads the query of a URL or a body of the type application/x-www-form-urlencoded. Throws Problem malformed_request
 * for a repeated name, a name of a PHP array, text that is not UTF-8, or too many fields.
 */
export function readShopForm(text: string): Fields {
  return soundFields([...new URLSearchParams(text)]);
}

/** The same for fields that were read from another format. A name must not occur twice. */
export function soundFields(pairs: readonly (readonly [name: string, value: string])[]): Fields {
  if (pairs.length > mostFields) throw refused(`The request has more than ${mostFields} fields.`);
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    checkName(name);
    if (fields.has(name)) throw refused(`The field ${name} is repeated.`);
    if (isUnsound(value)) throw refused(`The field ${name} is not UTF-8 text, or contains the character U+0000.`);
    if (value.length > mostValue) throw refused(`The field ${name} has more than ${mostValue} characters.`);
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** The message repeats a name only if it is one of a form. XML and PHP's own format look like one long name. */
function checkName(name: string): void {
  if (/^[A-Za-z0-9_.-]+$/.test(name) && name.length <= mostName) return;
  if (/^[A-Za-z0-9_.-]{1,64}\[/.test(name))
    throw refused(`The field ${name.split('[', 1)} is an array. Each field must be a text.`);
  throw refused('The request is not a form: names have 1 to 64 letters, digits, dots, hyphens and underscores.');
}

/** Decoders replace bytes that are not UTF-8, such as GBK, by U+FFFD. */
function isUnsound(value: string): boolean {
  return isBrokenText(value) || value.includes('\uFFFD');
}

function refused(detail: string): Problem {
  return new Problem('malformed_request', { detail });
}
