// Prints quittance/generated/api.py: a method for each operation.
import { type ApiModel, declared, type FieldModel, type OperationModel } from '../model/api-model.ts';
import { docstring, listed, pythonName, quoted } from './layout.ts';
import { heading } from './module-text.ts';
import { converter, optional, typeText, unionText } from './type-text.ts';

/** `types` and `bodies` are the exported names of these modules. */
export function apiText(model: ApiModel, types: readonly string[], bodies: readonly string[]): string {
  return [
    heading('One method for each operation of the API, named after its operationId.', {
      datetime: ['datetime'],
      decimal: ['Decimal'],
      typing: ['Any', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union'],
      '.._pages': ['Pages'],
      '.._transport': ['Transport'],
      '.._wire': ['OMIT', 'Omit', 'or_omit', 'part', 'present', 'read_all', 'to_decimal'],
      '.bodies': bodies,
      '.types': types,
    }),
    '',
    'class Api(Transport):',
    '    """The operations of the API. `Quittance` is the class to use."""',
    '',
    model.operations.map((one) => methodText(model, one)).join('\n'),
  ].join('\n');
}

function methodText(model: ApiModel, operation: OperationModel): string {
  const fields = argumentsOf(model, operation);
  const isChange = operation.method !== 'GET';
  const named = [
    ...fields.filter((one) => !one.isOptional).map((one) => argumentText(model, one)),
    ...fields.filter((one) => one.isOptional).map((one) => argumentText(model, one)),
    ...(isChange ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const takes = [
    'self',
    ...operation.pathParameters.map((name) => `${pythonName(name)}: str`),
    ...(named.length === 0 ? [] : ['*', ...named]),
  ];
  const item = operation.pageItem;
  const answer = typeText(model, item ?? operation.response, 'output');
  const returns = item === null ? answer : `Pages[${answer}]`;
  return [
    listed(`def ${pythonName(operation.id)}(`, takes, `) -> ${returns}:`, '    '),
    docstring([`${operation.summary}.`, operation.description], '        ', argumentDocs(fields)),
    ...partTexts(operation, fields),
    listed(
      `return self.${item === null ? '_send' : '_list'}(`,
      callArguments(model, operation, fields),
      ')',
      '        ',
    ),
  ].join('');
}

/** The query without its cursor, which `Pages` handles, or the members of the body. */
function argumentsOf(model: ApiModel, { body, query }: OperationModel): readonly FieldModel[] {
  const members = body === null ? [] : declared(model, 'object', body).fields;
  return [...query.filter((one) => one.name !== 'cursor'), ...members];
}

/**
 * None leaves out an argument that cannot be null. A nullable one is left out by default, and None sends null.
 */
function argumentText(model: ApiModel, field: FieldModel): string {
  const name = pythonName(field.name);
  const type = typeText(model, field.type, 'input');
  if (!field.isOptional) return `${name}: ${field.isNullable ? optional(type) : type}`;
  if (!field.isNullable || type === 'Any') return `${name}: ${optional(type)} = None`;
  return `${name}: ${unionText([type.replace(/^Optional\[(.*)\]$/, '$1'), 'None', 'Omit'])} = OMIT`;
}

function argumentDocs(fields: readonly FieldModel[]): string[] {
  return fields.filter((one) => one.description !== null).map((one) => `${pythonName(one.name)}: ${one.description}`);
}

/** The lines that make the query and the body. */
function partTexts(operation: OperationModel, fields: readonly FieldModel[]): string[] {
  const value = (one: FieldModel) =>
    one.isOptional && !one.isNullable ? `or_omit(${pythonName(one.name)})` : pythonName(one.name);
  const part = (name: string, some: readonly FieldModel[]) =>
    listed(
      `${name} = present({`,
      some.map((one) => `${quoted(one.name)}: ${value(one)}`),
      '})',
      '        ',
    );
  const query = fields.filter((one) => operation.query.includes(one));
  const members = fields.filter((one) => !operation.query.includes(one));
  return [
    ...(query.length === 0 ? [] : [part('query', query)]),
    ...(operation.body === null ? [] : [part('body', members)]),
  ];
}

function callArguments(model: ApiModel, operation: OperationModel, fields: readonly FieldModel[]): string[] {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{part(${pythonName(name)})}`);
  return [
    ...(operation.pageItem === null ? [quoted(operation.method)] : []),
    path.includes('{') ? `f"${path}"` : quoted(path),
    readerText(model, operation),
    ...(fields.some((one) => operation.query.includes(one)) ? ['query=query'] : []),
    ...(operation.body === null ? [] : ['body=body']),
    ...(operation.method === 'GET' ? [] : ['idempotency_key=idempotency_key']),
  ];
}

/** The function that reads the response, or one entry of a page. */
function readerText(model: ApiModel, { pageItem, response }: OperationModel): string {
  if (pageItem !== null) return converter(model, pageItem) ?? 'dict';
  if (response.kind === 'list') return `read_all(${converter(model, response.item) ?? 'dict'})`;
  return converter(model, response) ?? 'dict';
}
