// Writes types of the model as PHP declarations, and as the more exact types of PHPStan.
import { type ApiModel, declared, type FieldModel, plainType, type TypeModel } from '../model/api-model.ts';
import { quoted } from './php-text.ts';

/** Writes the types of one model. */
export class PhpTypes {
  readonly #model: ApiModel;

  constructor(model: ApiModel) {
    this.#model = model;
  }

  /** The declared type of a property: `?string`, `int|string|null`. */
  declared(field: FieldModel): string {
    const names = this.#names(field.type);
    if (names.includes('mixed')) return 'mixed';
    if (!field.isNullable && !field.isOptional) return names.join('|');
    return names.length === 1 ? `?${names[0]}` : `${names.join('|')}|null`;
  }

  /** The type of a property for PHPStan; null if the declared type says all. */
  exact(field: FieldModel): string | null {
    const names = this.#names(field.type);
    if (!names.includes('array')) return null;
    const text = this.received(field.type);
    return field.isNullable || field.isOptional ? `${text}|null` : text;
  }

  /** The class of the objects in a type, and whether it is a list; null for other types. */
  objects(type: TypeModel): { readonly name: string; readonly isList: boolean } | null {
    const plain = plainType(this.#model, type);
    if (plain.kind === 'object') return { name: plain.name, isList: false };
    if (plain.kind !== 'list') return null;
    const item = plainType(this.#model, plain.item);
    return item.kind === 'object' ? { name: item.name, isList: true } : null;
  }

  /** The type of a value in a response. */
  received(type: TypeModel): string {
    const plain = plainType(this.#model, type);
    if (plain.kind === 'list') return `list<${this.received(plain.item)}>`;
    if (plain.kind === 'map') return `array<string, ${this.received(plain.value)}>`;
    if (plain.kind === 'union') return plain.members.map((one) => this.received(one)).join('|');
    return this.#names(plain).join('|');
  }

  /** The type of a value that a caller gives. Objects are aliases of array shapes. */
  given(type: TypeModel): string {
    switch (type.kind) {
      case 'alias':
        return this.given(declared(this.#model, 'alias', type.name).type);
      case 'enum':
        return declared(this.#model, 'enum', type.name).values.map(quoted).join('|');
      case 'object':
        return type.name;
      case 'list':
        return `list<${this.given(type.item)}>`;
      case 'map':
        return `array<string, ${this.given(type.value)}>`;
      case 'nullable':
        return `${this.given(type.of)}|null`;
      case 'union':
        return type.members.map((one) => this.given(one)).join('|');
      case 'constant':
        return typeof type.value === 'string' ? quoted(type.value) : String(type.value);
      default:
        return this.#names(type).join('|');
    }
  }

  #names(type: TypeModel): string[] {
    switch (type.kind) {
      case 'text':
      case 'enum':
        return ['string'];
      case 'integer':
        return ['int'];
      case 'number':
        return ['int', 'float'];
      case 'boolean':
        return ['bool'];
      case 'any':
        return ['mixed'];
      case 'constant':
        return [typeof type.value === 'string' ? 'string' : 'bool'];
      case 'object':
        return [type.name];
      case 'alias':
      case 'nullable':
        return this.#names(plainType(this.#model, type));
      case 'list':
      case 'map':
        return ['array'];
      case 'lenient':
        return type.means === 'text' ? ['string'] : ['array<string, string>'];
      case 'union':
        return [...new Set(type.members.flatMap((one) => this.#names(one)))];
    }
  }
}
