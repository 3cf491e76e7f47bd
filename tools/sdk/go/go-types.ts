// Writes types of the model as Go.
import { type ApiModel, type FieldModel, plainType, type TypeModel } from '../model/api-model.ts';

/** `input`: a body of a caller. `query`: the query of a caller. `output`: an object of the service. */
export type Place = 'input' | 'query' | 'output';

export interface GoField {
  readonly type: string;
  /** The tag, with its back quotes. */
  readonly tag: string;
}

/** Writes the types of one model. */
export class GoTypes {
  readonly #model: ApiModel;

  constructor(model: ApiModel) {
    this.#model = model;
  }

  field(field: FieldModel, place: Place): GoField {
    const type = this.#placed(field, place);
    return { type, tag: `\`json:"${field.name}${field.isOptional ? ',omitempty' : ''}"\`` };
  }

  /** The type without a pointer. */
  type(type: TypeModel, place: Place): string {
    switch (type.kind) {
      case 'text':
        return type.format === 'date-time' ? 'time.Time' : 'string';
      case 'integer':
        return 'int64';
      case 'number':
        return 'float64';
      case 'boolean':
        return 'bool';
      case 'any':
        return 'any';
      case 'constant':
        return constantType(type.value);
      case 'object':
      case 'enum':
      case 'alias':
        return type.name;
      case 'list':
        return `[]${this.type(type.item, place)}`;
      case 'map':
        return `map[string]${place === 'query' ? 'string' : this.type(type.value, place)}`;
      case 'nullable':
        return this.type(type.of, place);
      case 'lenient':
        return type.means === 'text' ? 'string' : 'map[string]string';
      case 'union':
        return this.#union(type.members, place);
    }
  }

  /**
   * Optional members of input are pointers, so that an empty value can be sent. The zero value of a list, a map or any
   * value is nil already, which is enough for the others.
   */
  #placed(field: FieldModel, place: Place): string {
    const type = this.type(field.type, place);
    if (type === 'any') return type;
    if (place === 'input' && field.isOptional) return field.isNullable ? `*Nullable[${type}]` : `*${type}`;
    const hasNil = /^(\[\]|map\[)/.test(this.type(plainType(this.#model, field.type), place));
    return (field.isOptional || field.isNullable) && !hasNil ? `*${type}` : type;
  }

  /** Callers need only one of the accepted types: a list, or the first. A constant among others needs any. */
  #union(members: readonly TypeModel[], place: Place): string {
    const list = members.find(({ kind }) => kind === 'list');
    if (place === 'output' || members.some(({ kind }) => kind === 'constant')) return 'any';
    return this.type((list ?? members[0]) as TypeModel, place);
  }
}

function constantType(value: string | number | boolean): string {
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'bool' : 'int64';
}
