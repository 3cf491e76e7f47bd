// Reads JSON Schemas as declarations, and gives names to the objects and enums within them.
import type { JsonSchema } from '../../../test/rig/interface/described-api.ts';
import type { Declaration, FieldModel, TextFormat, TypeModel } from './api-model.ts';

/** A declaration before it is known where it is used. */
export type Unused = Declaration extends infer One
  ? One extends Declaration
    ? Omit<One, 'isInput' | 'isOutput'>
    : never
  : never;

/** The number of JSON types. A schema with all of them accepts any value. */
const jsonTypes = 6;

/** Collects declarations by name, in the order in which they are first seen. */
export class Declarations {
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #byName = new Map<string, Unused>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas)) this.#declareSchema(name, schema);
  }

  all(): readonly Unused[] {
    return [...this.#byName.values()];
  }

  /** An object that extends another one, for the data of an event. Returns its name. */
  declareExtension(base: string, beside: JsonSchema): string {
    const name = `${base}EventData`;
    const fields = this.#fieldsOf(beside, name);
    this.#byName.set(name, { kind: 'object', name, description: null, origin: 'event', base, fields });
    return name;
  }

  /** The type of a schema. `name` is given to an object or an enum within it. */
  typeOf(schema: JsonSchema, name: string): TypeModel {
    const type = this.#withoutNull(schema, name);
    return isNullable(schema) ? { kind: 'nullable', of: type } : type;
  }

  fieldOf(wireName: string, schema: JsonSchema, owner: string, isOptional: boolean): FieldModel {
    const type = this.#withoutNull(schema, owner + pascalCase(wireName));
    return {
      name: wireName,
      type,
      isNullable: isNullable(schema) || this.#aliasesNull(type),
      isOptional,
      description: descriptionOf(schema),
    };
  }

  #declareSchema(name: string, schema: JsonSchema): void {
    const facts = { name, description: descriptionOf(schema), origin: 'schema' } as const;
    // The place in the order is kept before the declarations within it are read.
    if (schema.properties !== undefined) {
      this.#byName.set(name, { kind: 'object', ...facts, base: null, fields: [] });
      this.#byName.set(name, { kind: 'object', ...facts, base: null, fields: this.#fieldsOf(schema, name) });
      return;
    }
    if (Array.isArray(schema.enum) && !isNullable(schema)) {
      this.#byName.set(name, { kind: 'enum', ...facts, values: schema.enum as string[] });
      return;
    }
    this.#byName.set(name, { kind: 'alias', ...facts, type: { kind: 'any' } });
    this.#byName.set(name, { kind: 'alias', ...facts, type: this.typeOf(schema, `${name}Value`) });
  }

  #aliasesNull(type: TypeModel): boolean {
    if (type.kind !== 'alias') return false;
    const schema = this.#schemas[type.name] as JsonSchema;
    return isNullable(schema) && !isLenient(schema);
  }

  #withoutNull(schema: JsonSchema, name: string): TypeModel {
    if (typeof schema.$ref === 'string') return this.#reference(nameIn(schema.$ref));
    if ('const' in schema) return { kind: 'constant', value: schema.const as string | number | boolean };
    if (Array.isArray(schema.enum))
      return this.#inlineEnum(
        schema.enum.filter((one) => one !== null),
        name,
      );
    const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
    if (branches !== undefined) return this.#unionOf(branches, name);
    if (isLenient(schema))
      return { kind: 'lenient', means: schema.additionalProperties === true ? 'map of text' : 'text' };
    const types = [schema.type].flat().filter((one) => one !== 'null') as string[];
    const members = types.map((type) => this.#plain(type, schema, name));
    return members.length === 1 ? (members[0] as TypeModel) : { kind: 'union', members };
  }

  #reference(name: string): TypeModel {
    const schema = this.#schemas[name] as JsonSchema;
    if (schema.properties !== undefined) return { kind: 'object', name };
    return { kind: Array.isArray(schema.enum) && !isNullable(schema) ? 'enum' : 'alias', name };
  }

  /** Constants of text are an enum. */
  #unionOf(branches: readonly JsonSchema[], name: string): TypeModel {
    const values = branches.map((one) => one.const);
    if (values.every((one) => typeof one === 'string')) return this.#inlineEnum(values, name);
    return { kind: 'union', members: branches.map((one) => this.typeOf(one, name)) };
  }

  #inlineEnum(values: readonly string[], name: string): TypeModel {
    this.#declareInline({ kind: 'enum', name, description: null, origin: 'inline', values });
    return { kind: 'enum', name };
  }

  #plain(type: string, schema: JsonSchema, name: string): TypeModel {
    switch (type) {
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: type };
      case 'string':
        return { kind: 'text', format: formatOf(schema) };
      case 'array':
        return { kind: 'list', item: this.typeOf((schema.items ?? {}) as JsonSchema, singular(name)) };
      case 'object':
        return this.#objectOf(schema, name);
      default:
        return { kind: 'any' };
    }
  }

  #objectOf(schema: JsonSchema, name: string): TypeModel {
    if (Object.keys((schema.properties ?? {}) as object).length === 0) {
      const [values] = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
      return { kind: 'map', value: values === undefined ? { kind: 'any' } : this.typeOf(values, singular(name)) };
    }
    const facts = { kind: 'object', name, description: null, origin: 'inline', base: null } as const;
    this.#declareInline({ ...facts, fields: [] });
    this.#byName.set(name, { ...facts, fields: this.#fieldsOf(schema, name) });
    return { kind: 'object', name };
  }

  #declareInline(one: Unused): void {
    if (this.#byName.has(one.name)) throw new Error(`two declarations are named ${one.name}`);
    this.#byName.set(one.name, one);
  }

  #fieldsOf(schema: JsonSchema, owner: string): FieldModel[] {
    const required = new Set((schema.required ?? []) as string[]);
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    return properties.map(([key, one]) => this.fieldOf(key, one, owner, !required.has(key)));
  }
}

/** As in `TransactionEventData`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function descriptionOf({ description }: JsonSchema): string | null {
  return typeof description === 'string' && description !== '' ? description : null;
}

/** The last part of a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function isLenient({ type, properties }: JsonSchema): boolean {
  return Array.isArray(type) && type.length === jsonTypes && properties === undefined;
}

function isNullable(schema: JsonSchema): boolean {
  if (isLenient(schema)) return false;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  return Array.isArray(schema.type) && schema.type.includes('null');
}

/** The document describes all amounts by one pattern, with at most 110 characters. */
function formatOf(schema: JsonSchema): TextFormat | null {
  if (schema.maxLength === 110 && schema.pattern !== undefined) return 'decimal';
  const format = schema.format as string | undefined;
  return format !== undefined && isTextFormat(format) ? format : null;
}

function isTextFormat(format: string): format is TextFormat {
  return ['date-time', 'date', 'email', 'uri', 'uuid'].includes(format);
}

/** The name of one entry of a list. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('sses')) return name.slice(0, -2);
  return /[^su]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}
