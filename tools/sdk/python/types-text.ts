// Prints quittance/generated/types.py: a dataclass for each object of a response, and a Literal for each enum.
import { type ApiModel, allFields, type EnumModel, type FieldModel, type ObjectModel } from '../model/api-model.ts';
import { docstring, listed, pythonName, quoted } from './layout.ts';
import { heading, type Printed } from './module-text.ts';
import { optional, readText, typeText } from './type-text.ts';

/** The enums and the objects of responses, in an order in which each name is defined before its use as a base. */
export function typesText(model: ApiModel): Printed {
  const enums = model.declarations.filter((one): one is EnumModel => one.kind === 'enum');
  const objects = model.declarations.filter((one): one is ObjectModel => one.kind === 'object' && one.isOutput);
  const names = [...enums, ...objects].map(({ name }) => name).sort();
  const text = [
    heading('The objects that the service returns, and the values of their texts.', {
      dataclasses: ['dataclass'],
      datetime: ['datetime'],
      decimal: ['Decimal'],
      typing: ['Any', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union'],
      '.._wire': ['raw_field', 'read', 'read_list', 'read_map', 'read_optional_list', 'to_decimal', 'to_time'],
    }),
    listed('__all__ = [', names.map(quoted), ']', ''),
    ...enums.map(enumText),
    ...objects.map((one) => `\n${objectText(model, one)}`),
  ].join('\n');
  return { text, names };
}

function enumText({ name, values, description }: EnumModel): string {
  return `${listed(`${name} = Literal[`, values.map(quoted), ']', '')}${docstring([description], '')}`;
}

function objectText(model: ApiModel, object: ObjectModel): string {
  const { name, base } = object;
  // Attributes with a default come last, as Python demands.
  const own = [...object.fields].sort((a, b) => Number(hasDefault(a)) - Number(hasDefault(b)));
  const attributes = own.map((one) => attributeText(model, one, base !== null));
  const reads = allFields(model, object).map((one) => `${pythonName(one.name)}=${readText(model, one)}`);
  return [
    `@dataclass(frozen=True)\nclass ${name}${base === null ? '' : `(${base})`}:\n`,
    docstring([object.description], '    '),
    ...attributes,
    base === null ? rawText : '',
    '\n    @classmethod\n',
    `    def from_wire(cls, wire: Mapping[str, Any]) -> ${name}:\n`,
    listed('return cls(', [...reads, 'raw=wire'], ')', '        '),
  ].join('');
}

const rawText = `    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""
`;

function hasDefault(field: FieldModel): boolean {
  return field.isOptional;
}

/** An object with a base has only defaults, since those of its base come first. */
function attributeText(model: ApiModel, field: FieldModel, isExtension: boolean): string {
  const type = typeText(model, field.type, 'output');
  const isNone = field.isNullable || field.isOptional || isExtension;
  const value = hasDefault(field) || isExtension ? ' = None' : '';
  const text = isNone && !type.startsWith('Optional[') ? optional(type) : type;
  return `    ${pythonName(field.name)}: ${text}${value}\n${docstring([field.description], '    ')}`;
}
