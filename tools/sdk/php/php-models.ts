// Prints the classes of the PHP client: one for each object of a response, and one with the values of each enum.
import type { ApiModel, EnumModel, FieldModel, ObjectModel } from '../model/api-model.ts';
import { phpComment, phpFile, quoted } from './php-text.ts';
import { PhpTypes } from './php-types.ts';

const namespace = 'Quittance\\Model';

/** The text of each class by its name. */
export function modelFiles(model: ApiModel): Readonly<Record<string, string>> {
  const files = model.declarations.flatMap((one) => {
    if (isOfRuntime(one.name)) return [];
    if (one.kind === 'enum') return [[one.name, enumText(one)] as const];
    return one.kind === 'object' && one.isOutput ? [[one.name, objectText(model, one)] as const] : [];
  });
  return Object.fromEntries([...files, ['ProblemCode', problemCodes(model)], ['EventData', eventData(model)]]);
}

/** Error responses are read by hand-written code. */
function isOfRuntime(name: string): boolean {
  return name.startsWith('Problem');
}

function objectText(model: ApiModel, one: ObjectModel): string {
  const types = new PhpTypes(model);
  const parts = [objectsConstant(types, one), ...one.fields.map((field) => propertyText(types, field))];
  const about = phpComment([one.description ?? aboutText(model, one)], []);
  const head = `${about}class ${one.name} extends ${one.base ?? 'Model'}\n`;
  const imports = one.base === null ? ['Quittance\\Model'] : [];
  return phpFile(namespace, imports, `${head}{\n${parts.filter(Boolean).join('\n')}}\n`);
}

function aboutText(model: ApiModel, one: ObjectModel): string | null {
  if (one.origin === 'event') return 'The data of an event.';
  const owner = model.declarations.find((other) => other !== one && one.name.startsWith(other.name));
  return one.origin === 'inline' && owner !== undefined ? `A part of ${owner.name}.` : null;
}

/** The classes of the properties that are objects. */
function objectsConstant(types: PhpTypes, one: ObjectModel): string {
  const lines = one.fields.flatMap((field) => {
    const objects = types.objects(field.type);
    if (objects === null) return [];
    const name = `${objects.name}::class`;
    return [`        ${quoted(field.name)} => ${objects.isList ? `[${name}]` : name},\n`];
  });
  if (lines.length === 0) return '';
  const inherited = one.base === null ? '' : 'parent::OBJECTS + ';
  return `    protected const OBJECTS = ${inherited}[\n${lines.join('')}    ];\n`;
}

function propertyText(types: PhpTypes, field: FieldModel): string {
  const exact = types.exact(field);
  const about = phpComment([aboutField(field)], exact === null ? [] : [`@var ${exact}`], '    ');
  const isEmpty = (field.isNullable || field.isOptional) && types.declared(field) !== 'mixed';
  return `${about}    public ${types.declared(field)} $${field.name}${isEmpty ? ' = null' : ''};\n`;
}

function aboutField({ description, type }: FieldModel): string | null {
  if (type.kind === 'enum') return [description, `One of ${type.name}, or a later value.`].filter(Boolean).join(' ');
  if (description !== null || type.kind !== 'text') return description;
  if (type.format === 'date-time') return 'RFC 3339, UTC, milliseconds.';
  return type.format === 'decimal' ? 'A decimal in plain notation.' : null;
}

function enumText(one: EnumModel): string {
  const about = phpComment([one.description, 'Known values. A later version of the service may send others.'], []);
  return constantsText(one.name, about, one.values);
}

function problemCodes({ problemCodes }: ApiModel): string {
  const text = 'The codes of errors that operations return. A later version of the service may send others.';
  return constantsText('ProblemCode', phpComment([text], []), problemCodes);
}

function constantsText(name: string, about: string, values: readonly string[]): string {
  const lines = values.map((value) => `    public const ${constantName(value)} = ${quoted(value)};\n`);
  return phpFile(namespace, [], `${about}final class ${name}\n{\n${lines.join('')}}\n`);
}

/** `invoice.paid` becomes INVOICE_PAID. `class` is no name of a constant in PHP. */
function constantName(value: string): string {
  const name = value.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
  return /^\d|^CLASS$/.test(name) ? `_${name}` : name;
}

function eventData({ events }: ApiModel): string {
  const about = phpComment(['The classes of the data of events.'], ['@internal']);
  const type = phpComment([], ['@var array<string, class-string<\\Quittance\\Model>>'], '    ');
  const lines = events.map(({ type, data }) => `        ${quoted(type)} => ${data}::class,\n`);
  const body = `${type}    public const CLASSES = [\n${lines.join('')}    ];\n`;
  return phpFile(namespace, [], `${about}final class EventData\n{\n${body}}\n`);
}
