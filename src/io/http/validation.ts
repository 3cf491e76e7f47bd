// Validates requests against their schemas, bodies strictly and queries from text, and reports errors per field.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FieldError } from '../../core/problem.ts';
import { fieldSentence } from './refusals/field-sentences.ts';
import { isUuid } from './schemas.ts';

const options = {
  allErrors: true,
  useDefaults: true,
  strict: true,
  allowUnionTypes: true,
  validateFormats: true,
} as const;
const strict = validator(false);
const coercing = validator(true);
/** Limits the response to a hostile body, which could otherwise be many times as large as the body. */
const maxErrors = 100;

/** Checks a value against its schema. `errors` contains the errors of the last value. */
export interface Validator {
  (value: unknown): boolean;
  errors: ErrorObject[] | null;
}

/**
 * Bodies are not coerced (`"1"` is not a number). Queries and paths are text, so numbers and booleans are parsed from
 * it. A schema is compiled at its first use, because compiling all of them would take a large part of the start-up
 * time.
 */
export function compileValidator(schema: object, httpPart: string | undefined): Validator {
  let compiled: ValidateFunction | null = null;
  const validate: Validator = (value) => {
    compiled ??= (httpPart === 'body' ? strict : coercing).compile(schema);
    const isValid = compiled(value) as boolean;
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  validate.errors = null;
  return validate;
}

/** Converts Ajv's errors into the API's form: the property's path, a stable code and a sentence. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const seen = new Set<string>();
  const told: FieldError[] = [];
  for (const error of errors) {
    const entry = fieldError(error);
    if (entry === null || seen.has(`${entry.field} ${entry.code}`)) continue;
    seen.add(`${entry.field} ${entry.code}`);
    told.push(entry);
    if (told.length === maxErrors) break;
  }
  return told;
}

function validator(coerceTypes: boolean): Ajv {
  // The package's own `uuid` accepts `urn:uuid:`, which no database column accepts.
  return addFormats.default(new Ajv({ ...options, coerceTypes, verbose: true })).addFormat('uuid', isUuid);
}

const codes: Record<string, string> = {
  required: 'required',
  additionalProperties: 'unknown_field',
  type: 'invalid_type',
  enum: 'not_allowed',
  const: 'not_allowed',
  format: 'invalid_format',
  pattern: 'invalid_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minProperties: 'too_few',
  maxProperties: 'too_many',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  uniqueItems: 'duplicate',
};

function fieldError(error: ErrorObject): FieldError | null {
  const code = codes[error.keyword];
  // Errors of combinators repeat those of their branches.
  if (code === undefined) return null;
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (error.propertyName !== undefined) path.push(error.propertyName);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
  return { field: path.join('.'), code, message: fieldSentence(error) };
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
