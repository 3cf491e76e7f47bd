// The sentences of validation errors: the expected form with an example, instead of a pattern.
import type { ErrorObject } from 'ajv';
import { nearestWord } from '../../../core/config/nearest-word.ts';
import { colorPattern, currencyPattern, decimalPattern, momentPattern } from '../schemas.ts';

/** Values of this form, in words, and a valid one. */
interface Form {
  readonly name: string;
  readonly example: string;
}

const decimal: Form = { name: 'a decimal', example: '19.99' };
const moment: Form = { name: 'a day or a time', example: '2026-11-28T09:30:00Z' };

const formats: Readonly<Record<string, Form>> = {
  uuid: { name: 'a UUID', example: '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01' },
  email: { name: 'an e-mail address', example: 'ada@shop.example' },
  uri: { name: 'a URL', example: 'https://shop.example/' },
  date: { name: 'a day', example: '2026-11-28' },
  'date-time': { name: 'a time', example: '2026-11-28T09:30:00Z' },
};

const patterns: Readonly<Record<string, Form>> = {
  [decimalPattern]: decimal,
  [currencyPattern]: { name: 'a currency code', example: 'USD' },
  [colorPattern]: { name: 'a color', example: '#0b6b4d' },
  [momentPattern]: moment,
};

/** Returns the sentence about one of Ajv's errors, which needs its `verbose` option. */
export function fieldSentence(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'This field is required.';
    case 'additionalProperties':
      return unknownField(error);
    case 'enum':
      return notAllowed(error);
    case 'const':
      return `Must be ${JSON.stringify(error.params.allowedValue)}.`;
    case 'type':
      return wrongType(error);
    case 'format':
    case 'pattern':
      return wrongForm(error);
    default:
      return outOfBounds(error) ?? plainly(error);
  }
}

function unknownField(error: ErrorObject): string {
  const names = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
  const meant = nearestWord(String(error.params.additionalProperty), names);
  const kind = names.includes('v') ? 'query parameter' : 'field';
  const hint = meant === null ? '.' : `; did you mean ${meant}?`;
  return `Unknown ${kind}${hint} Allowed: ${names.join(', ')}.`;
}

function notAllowed(error: ErrorObject): string {
  const allowed = (error.params.allowedValues as unknown[]).map(String);
  const meant = typeof error.data === 'string' ? nearestWord(error.data, allowed) : null;
  return `Must be one of: ${allowed.join(', ')}${meant === null ? '.' : `; did you mean ${meant}?`}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function wrongType(error: ErrorObject): string {
  const expected = [error.params.type as string | string[]].flat().map((type) => typeNames[type] ?? type);
  const form = formOf(error.parentSchema);
  const example = form === null ? '' : ` such as ${JSON.stringify(form.example)}`;
  return `Must be ${expected.join(' or ')}${example}, not ${typeNames[typeOf(error.data)] ?? typeOf(error.data)}.`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function wrongForm(error: ErrorObject): string {
  const form = formOf(error.parentSchema);
  if (form !== null) return `Must be ${form.name} such as ${JSON.stringify(form.example)}.`;
  const [example] = (error.parentSchema?.examples as unknown[] | undefined) ?? [];
  return example === undefined
    ? 'Has characters or a form that are not allowed.'
    : `Must be such as ${JSON.stringify(example)}.`;
}

function formOf(schema: object | undefined): Form | null {
  const { pattern = '', format = '' } = (schema ?? {}) as { pattern?: string; format?: string };
  return patterns[pattern] ?? formats[format] ?? null;
}

/** Returns null for other keywords. */
function outOfBounds({ keyword, params }: ErrorObject): string | null {
  const limit = Number(params.limit);
  const counted = (noun: string) => `${limit} ${noun}${limit === 1 ? '' : 's'}`;
  switch (keyword) {
    case 'minLength':
      return `Must have at least ${counted('character')}.`;
    case 'maxLength':
      return `Must have at most ${counted('character')}.`;
    case 'minItems':
      return `Must have at least ${counted('item')}.`;
    case 'maxItems':
      return `Must have at most ${counted('item')}.`;
    case 'minProperties':
      return `Must have at least ${counted('field')}.`;
    case 'maxProperties':
      return `Must have at most ${counted('field')}.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    default:
      return null;
  }
}

function plainly({ message = 'is not valid' }: ErrorObject): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
