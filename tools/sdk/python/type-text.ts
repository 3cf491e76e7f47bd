// Writes types of the model as Python 3.9 with typing, and the calls that read them from JSON.
import { type ApiModel, type FieldModel, plainType, type TypeModel } from '../model/api-model.ts';
import { quoted } from './layout.ts';

/** `output`: of attributes. `input`: of arguments and members of a TypedDict, which take more. */
export type Direction = 'input' | 'output';

export function typeText(model: ApiModel, type: TypeModel, direction: Direction): string {
  switch (type.kind) {
    case 'text':
      return textType(type.format, direction);
    case 'integer':
      return 'int';
    case 'number':
      return direction === 'input' ? 'float' : 'Decimal';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'constant':
      return `Literal[${quoted(type.value)}]`;
    case 'enum':
    case 'object':
      return type.name;
    case 'alias':
      return typeText(model, plainType(model, type), direction);
    case 'list':
      return `Sequence[${typeText(model, type.item, direction)}]`;
    case 'map':
      return `Mapping[str, ${typeText(model, type.value, direction)}]`;
    case 'nullable':
      return optional(typeText(model, type.of, direction));
    case 'lenient':
      return type.means === 'text' ? 'str' : 'Mapping[str, str]';
    case 'union':
      return unionText([...new Set(type.members.map((one) => typeText(model, one, direction)))]);
  }
}

export function optional(text: string): string {
  return text === 'Any' ? text : `Optional[${text}]`;
}

export function unionText(members: readonly string[]): string {
  const flat = members.flatMap((one) => /^Union\[([^[\]]*)\]$/.exec(one)?.[1]?.split(', ') ?? [one]);
  const unique = [...new Set(flat)];
  return unique.length === 1 ? (unique[0] as string) : `Union[${unique.join(', ')}]`;
}

/** The call that reads a field of `wire`. */
export function readText(model: ApiModel, field: FieldModel): string {
  const type = plainType(model, field.type);
  const name = quoted(field.name);
  const isPlain = !field.isNullable && !field.isOptional;
  if (type.kind === 'list') {
    const convert = converter(model, type.item);
    const call = isPlain ? 'read_list' : 'read_optional_list';
    return `${call}(wire, ${[name, ...(convert === null ? [] : [convert])].join(', ')})`;
  }
  if (type.kind === 'map') {
    const convert = converter(model, type.value);
    return convert === null ? `read(wire, ${name})` : `read_map(wire, ${name}, ${convert})`;
  }
  const convert = converter(model, type);
  return convert === null ? `read(wire, ${name})` : `read(wire, ${name}, ${convert})`;
}

/** The function that makes a value of JSON one of Python; null if it is one. */
export function converter(model: ApiModel, type: TypeModel): string | null {
  const plain = plainType(model, type);
  if (plain.kind === 'object') return `${plain.name}.from_wire`;
  if (plain.kind === 'number') return 'to_decimal';
  return plain.kind === 'text' && plain.format === 'date-time' ? 'to_time' : null;
}

function textType(format: string | null, direction: Direction): string {
  if (format === 'date-time') return direction === 'input' ? 'Union[str, datetime]' : 'datetime';
  return format === 'decimal' && direction === 'input' ? 'Union[str, Decimal]' : 'str';
}
