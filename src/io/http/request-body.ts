// Parses a JSON body. The depth and the number of keys are limited before parsing, so that hostile bodies cost little.
import { type FieldError, Problem } from '../../core/problem.ts';
import { isCaption } from '../schema.ts';

const maxDepth = 16;
const maxKeys = 2_000;

/**
 * Returns undefined for an empty body. Any other body must be JSON (RFC 8259), nested at most 16 deep, with at most
 * 2,000 keys and none named __proto__. Throws Problem malformed_json, or validation_failed for invalid text. If the
 * operation's schema declares a caption, invalid characters are removed from it instead.
 */
export function readJsonBody(text: string, schema?: unknown): unknown {
  if (text === '') return undefined;
  const refusal = refusedShape(text);
  if (refusal !== null) throw new Problem('malformed_json', { detail: refusal });
  const body = parse(text);
  if (text.includes('__proto__') && hasPrototypeKey(body)) {
    throw new Problem('malformed_json', { detail: 'The key __proto__ is not allowed.' });
  }
  // Only an escape sequence can produce characters that UTF-8 and JSON do not allow.
  return text.includes('\\u') ? soundText(body, schema) : body;
}

/** Whether a text contains characters that the database cannot store: U+0000, or an unpaired surrogate. */
export function isBrokenText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function refusedShape(text: string): string | null {
  let depth = 0;
  let keys = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (inString) {
      if (character === 92) i++;
      else if (character === 34) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 123 || character === 91) {
      if (++depth > maxDepth) return `The body is nested deeper than ${maxDepth} levels.`;
    } else if (character === 125 || character === 93) depth--;
    else if (character === 58 && ++keys > maxKeys) return `The body has more than ${maxKeys} keys.`;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed_json', { detail: whereBroken(error) });
  }
}

/** Names the position only, because the parser's message repeats a part of the body. */
function whereBroken(error: unknown): string {
  const { message } = error as Error;
  if (message.startsWith('Unexpected end')) return 'The body is not well-formed JSON: it ends too early.';
  const place = / \(line (\d+) column (\d+)\)$/.exec(message);
  const where = place === null ? '' : ` See line ${place[1]}, column ${place[2]}.`;
  return `The body is not well-formed JSON.${where}`;
}

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}

function soundText(body: unknown, schema: unknown): unknown {
  const sound = repairCaptions(body, schema as SchemaNode | undefined);
  const errors: FieldError[] = brokenFields(sound, []).map((field) => ({
    field: field.toWellFormed().replaceAll('\0', '\uFFFD'),
    code: 'invalid_characters',
    message: 'Must not contain the character U+0000 or an unpaired surrogate.',
  }));
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  return sound;
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

function repairCaptions(value: unknown, schema: SchemaNode | undefined): unknown {
  if (schema === undefined || value === null) return value;
  if (isCaption(schema)) return repaired(value);
  if (Array.isArray(value)) return value.map((inner) => repairCaptions(inner, schema.items));
  const { properties } = schema;
  if (typeof value !== 'object' || properties === undefined) return value;
  const members = Object.entries(value).map(([key, inner]) => [
    key,
    Object.hasOwn(properties, key) ? repairCaptions(inner, properties[key]) : inner,
  ]);
  return Object.fromEntries(members);
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return withoutBroken(value);
  if (Array.isArray(value)) return value.map(repaired);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutBroken(key), repaired(inner)]));
}

function withoutBroken(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '');
}

function brokenFields(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'string') return isBrokenText(value) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isBrokenText(key) ? [[...path, key].join('.')] : brokenFields(inner, [...path, key]),
  );
}
