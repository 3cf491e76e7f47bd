// Prints the objects, enums and aliases of the Go client.
import type { ApiModel, Declaration, EnumModel, FieldModel, ObjectModel, OperationModel } from '../model/api-model.ts';
import { pascalCase } from '../model/read-declarations.ts';
import { goComment, goName } from './go-names.ts';
import { GoTypes, type Place } from './go-types.ts';

/** Writes the declarations of one model. All text is as gofmt formats it. */
export class GoObjects {
  readonly #model: ApiModel;
  readonly #types: GoTypes;

  constructor(model: ApiModel) {
    this.#model = model;
    this.#types = new GoTypes(model);
  }

  declaration(one: Declaration): string {
    switch (one.kind) {
      case 'enum':
        return enumText(one);
      case 'alias': {
        const about = goComment(one.description && `${one.name} is: ${one.description}`);
        return `${about}type ${one.name} = ${this.#types.type(one.type, 'input')}\n`;
      }
      case 'object':
        return this.#object(one);
    }
  }

  /** The query of an operation, or nothing. */
  query(operation: OperationModel): string {
    if (operation.query.length === 0) return '';
    const name = `${pascalCase(operation.id)}Query`;
    const about = goComment(`${name} is the query of [Client.${pascalCase(operation.id)}].`);
    return `${about}type ${name} struct {\n${this.#fields(operation.query, 'query')}}\n`;
  }

  /** The type of an object or value in a response. */
  answerType(operation: OperationModel): string {
    return this.#types.type(operation.response, 'output');
  }

  itemType({ pageItem }: OperationModel): string | null {
    return pageItem === null ? null : this.#types.type(pageItem, 'output');
  }

  #object(one: ObjectModel): string {
    const extended = one.base === null ? '' : `\t${one.base}\n\n`;
    const fields = this.#fields(one.fields, one.isInput ? 'input' : 'output');
    return `${goComment(this.#about(one))}type ${one.name} struct {\n${extended}${fields}}\n`;
  }

  #about(one: ObjectModel): string {
    if (one.description !== null) return `${one.name} is: ${one.description}`;
    const operation = this.#model.operations.find(({ body }) => body === one.name);
    if (operation !== undefined) return `${one.name} is the body of [Client.${pascalCase(operation.id)}].`;
    const base = this.#model.declarations.find((other) => other !== one && one.name.startsWith(other.name));
    if (one.origin === 'event') return `${one.name} is the data of events about such an object.`;
    return one.origin === 'inline' && base !== undefined ? `${one.name} is a part of [${base.name}].` : '';
  }

  /** A field with a comment begins a group. gofmt aligns the fields of a group. */
  #fields(fields: readonly FieldModel[], place: Place): string {
    const groups: FieldModel[][] = [];
    for (const field of fields) {
      if (groups.length === 0 || field.description !== null) groups.push([]);
      groups.at(-1)?.push(field);
    }
    return groups.map((group) => this.#group(group, place)).join('\n');
  }

  #group(fields: readonly FieldModel[], place: Place): string {
    const rows = fields.map((field) => {
      const { type, tag } = this.#types.field(field, place);
      return [goName(field.name), type, tag] as const;
    });
    const [names, types] = [widest(rows.map(([name]) => name)), widest(rows.map(([, type]) => type))];
    const lines = rows.map(([name, type, tag]) => `\t${name.padEnd(names)} ${type.padEnd(types)} ${tag}\n`);
    return goComment(fields[0]?.description ?? null, '\t') + lines.join('');
  }
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

function enumText(one: EnumModel): string {
  const about = goComment(`${one.name} is one of the values below. A later version of the service may send others.`);
  const described = goComment(one.description);
  const names = one.values.map((value) => one.name + goName(value));
  const width = widest(names);
  const lines = one.values.map((value, at) => `\t${names[at]?.padEnd(width)} ${one.name} = ${JSON.stringify(value)}\n`);
  const head = described === '' ? about : `${about}//\n${described}`;
  return `${head}type ${one.name} string\n\n// Values of ${one.name}.\nconst (\n${lines.join('')})\n`;
}
