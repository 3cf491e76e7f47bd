// Prints quittance/generated/bodies.py: a TypedDict for each object within an argument.
import { type ApiModel, type FieldModel, type ObjectModel, plainType } from '../model/api-model.ts';
import { docstring, listed, quoted } from './layout.ts';
import { heading, type Printed } from './module-text.ts';
import { optional, typeText } from './type-text.ts';

/** Without the bodies themselves: their members are arguments. */
export function bodiesText(model: ApiModel): Printed {
  const bodies = new Set(model.operations.map(({ body }) => body));
  const objects = model.declarations.filter(
    (one): one is ObjectModel => one.kind === 'object' && one.isInput && !one.isOutput && !bodies.has(one.name),
  );
  const names = objects.map(({ name }) => name).sort();
  const enums = model.declarations.filter(({ kind }) => kind === 'enum').map(({ name }) => name);
  const text = [
    heading('The objects within arguments of calls: dictionaries with the names of the API.', {
      datetime: ['datetime'],
      decimal: ['Decimal'],
      typing: ['Any', 'Literal', 'Mapping', 'Optional', 'Sequence', 'TypedDict', 'Union'],
      '.types': enums,
    }),
    listed('__all__ = [', names.map(quoted), ']', ''),
    ...objects.map((one) => `\n${dictionaryText(model, one)}`),
  ].join('\n');
  return { text, names };
}

/** The required members are in a base, since Python 3.9 has no NotRequired. Names like `from` need the other form. */
function dictionaryText(model: ApiModel, { name, description, fields }: ObjectModel): string {
  const [needed, rest] = [fields.filter((one) => !one.isOptional), fields.filter((one) => one.isOptional)];
  if (fields.some((one) => one.name === 'from')) return functionalText(model, name, fields);
  const members = (some: readonly FieldModel[]) =>
    some.map((one) => `    ${one.name}: ${memberType(model, one)}\n${docstring([one.description], '    ')}`).join('');
  if (needed.length === 0)
    return `class ${name}(TypedDict, total=False):\n${docstring([description], '    ')}${members(rest)}`;
  if (rest.length === 0) return `class ${name}(TypedDict):\n${docstring([description], '    ')}${members(needed)}`;
  return [
    `class _${name}(TypedDict):\n${members(needed)}`,
    `\nclass ${name}(_${name}, total=False):\n${docstring([description], '    ')}${members(rest)}`,
  ].join('\n');
}

/** All members are optional here: the service checks the required ones. */
function functionalText(model: ApiModel, name: string, fields: readonly FieldModel[]): string {
  const members = fields.map((one) => `${quoted(one.name)}: ${quoted(memberType(model, one)).replaceAll('\\"', "'")}`);
  return `${name} = TypedDict(\n    ${quoted(name)},\n${listed('{', members, '},', '    ')}    total=False,\n)\n`;
}

function memberType(model: ApiModel, field: FieldModel): string {
  const text = typeText(model, field.type, 'input');
  const isNullable = field.isNullable && !['nullable', 'alias'].includes(field.type.kind);
  return isNullable ||
    (field.isNullable && plainType(model, field.type).kind !== 'any' && !text.startsWith('Optional['))
    ? optional(text)
    : text;
}
