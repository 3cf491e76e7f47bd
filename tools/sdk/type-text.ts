// Writes JSON Schemas as TypeScript.
import type { JsonSchema } from '../../test/rig/interface/described-api.ts';

/**
 * An exported interface, or a type alias if the schema is not a plain object. `given` marks input of callers, where
 * undefined is allowed.
 */
export function declarationText(name: string, schema: JsonSchema, given: boolean): string {
  const about = commentText(schema.description as string | undefined, '');
  if (Array.isArray(schema.allOf)) {
    const [base, beside] = schema.allOf as [JsonSchema, JsonSchema];
    return `${about}export interface ${name} extends ${typeText(base)} ${objectText(beside, '', given)}\n`;
  }
  if (schema.properties === undefined) return `${about}export type ${name} = ${typeText(schema, '', given)};\n`;
  return `${about}export interface ${name} ${objectText(schema, '', given)}\n`;
}

/** The number of JSON types. A schema with all of them accepts any value. */
const jsonTypes = 6;

export function typeText(schema: JsonSchema, indent = '', given = false): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one).replaceAll('"', "'")).join(' | ');
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches !== undefined) return branches.map((one) => typeText(one, indent, given)).join(' | ');
  const types = [schema.type].flat();
  if (types.length === jsonTypes) return 'unknown';
  return types.map((type) => plainText(type as string, schema, indent, given)).join(' | ');
}

/** A comment before a member, or nothing. */
export function commentText(description: string | undefined, indent: string): string {
  if (!description) return '';
  const lines = description.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function plainText(type: string, schema: JsonSchema, indent: string, given: boolean): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeText((schema.items ?? {}) as JsonSchema, indent, given);
      return `readonly ${/^[\w]+$/.test(item) ? item : `(${item})`}[]`;
    }
    case 'object':
      return objectText(schema, indent, given);
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

/** Descriptions that the document gives once for all times and all amounts are repeated at each field. */
function aboutOf(schema: JsonSchema): string | undefined {
  if (schema.description !== undefined) return schema.description as string;
  if (schema.format === 'date-time') return 'RFC 3339, UTC, milliseconds.';
  return schema.maxLength === 110 && schema.pattern !== undefined ? 'A decimal in plain notation.' : undefined;
}

function objectText(schema: JsonSchema, indent: string, given: boolean): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) {
    const [values] = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
    return `Readonly<Record<string, ${values === undefined ? 'unknown' : typeText(values, indent, given)}>>`;
  }
  const required = new Set((schema.required ?? []) as string[]);
  const inner = `${indent}  `;
  const lines = properties.map(([key, value]) => {
    const optional = !required.has(key);
    const text = `${typeText(value, inner, given)}${optional && given ? ' | undefined' : ''}`;
    return `${commentText(aboutOf(value), inner)}${inner}readonly ${key}${optional ? '?' : ''}: ${text};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}
