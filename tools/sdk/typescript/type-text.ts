// Writes types of the model as TypeScript.
import { type ApiModel, type Declaration, declared, type FieldModel, type TypeModel } from '../model/api-model.ts';

/** Writes the types of one model. `given` marks input of callers, where undefined is allowed. */
export class TypeWriter {
  readonly #model: Pick<ApiModel, 'declarations'>;

  constructor(model: Pick<ApiModel, 'declarations'>) {
    this.#model = model;
  }

  /** An exported interface, or a type alias if the declaration is no object. */
  declaration(one: Declaration, given: boolean): string {
    const about = commentText(one.description, '');
    if (one.kind === 'enum') return `${about}export type ${one.name} = ${valuesText(one.values)};\n`;
    if (one.kind === 'alias') return `${about}export type ${one.name} = ${this.type(one.type, '', given)};\n`;
    const base = one.base === null ? '' : `extends ${one.base} `;
    return `${about}export interface ${one.name} ${base}${this.fields(one.fields, '', given)}\n`;
  }

  fields(fields: readonly FieldModel[], indent: string, given: boolean): string {
    const inner = `${indent}  `;
    const lines = fields.map((field) => {
      const isNull = field.isNullable && field.type.kind !== 'alias';
      const text = `${this.type(field.type, inner, given)}${isNull ? ' | null' : ''}`;
      const type = `${text}${field.isOptional && given ? ' | undefined' : ''}`;
      const name = `${field.name}${field.isOptional ? '?' : ''}`;
      return `${commentText(aboutOf(field), inner)}${inner}readonly ${name}: ${type};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }

  type(type: TypeModel, indent = '', given = false): string {
    switch (type.kind) {
      case 'text':
        return 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'any':
      case 'lenient':
        return 'unknown';
      case 'constant':
        return valuesText([type.value]);
      case 'alias':
        return type.name;
      case 'enum': {
        const one = declared(this.#model, 'enum', type.name);
        return one.origin === 'inline' ? valuesText(one.values) : one.name;
      }
      case 'object': {
        const one = declared(this.#model, 'object', type.name);
        return one.origin === 'inline' ? this.fields(one.fields, indent, given) : one.name;
      }
      case 'list': {
        const item = this.type(type.item, indent, given);
        return `readonly ${/^[\w]+$/.test(item) ? item : `(${item})`}[]`;
      }
      case 'map':
        return `Readonly<Record<string, ${this.type(type.value, indent, given)}>>`;
      case 'nullable':
        return `${this.type(type.of, indent, given)} | null`;
      case 'union':
        return type.members.map((one) => this.type(one, indent, given)).join(' | ');
    }
  }
}

/** A comment before a member, or nothing. */
export function commentText(description: string | null, indent: string): string {
  if (!description) return '';
  const lines = description.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function valuesText(values: readonly unknown[]): string {
  return values.map((one) => JSON.stringify(one).replaceAll('"', "'")).join(' | ');
}

/** Descriptions that the document gives once for all times and all amounts are repeated at each field. */
function aboutOf({ description, type }: FieldModel): string | null {
  if (description !== null || type.kind !== 'text') return description;
  if (type.format === 'date-time') return 'RFC 3339, UTC, milliseconds.';
  return type.format === 'decimal' ? 'A decimal in plain notation.' : null;
}
