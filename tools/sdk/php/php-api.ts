// Prints the class with the methods of the PHP client. Bodies and queries are array shapes.
import { type ApiModel, declared, type FieldModel, type ObjectModel, type OperationModel } from '../model/api-model.ts';
import { pascalCase } from '../model/read-declarations.ts';
import { phpComment, phpFile, quoted, wrapped } from './php-text.ts';
import { PhpTypes } from './php-types.ts';

export function apiText(model: ApiModel): string {
  const types = new PhpTypes(model);
  const inputs = model.declarations.filter((one) => one.kind === 'object' && one.isInput) as ObjectModel[];
  const shapes = [
    ...inputs.map((one) => shapeText(types, one.name, one.fields)),
    ...model.operations.flatMap((one) => (one.query.length === 0 ? [] : shapeText(types, queryName(one), one.query))),
  ];
  const about = phpComment(
    [
      'One method for each operation of the API. A body or query is an array with the names of the API.',
      '`$idempotencyKey` is for a change that must happen only once even if this program restarts: a UUIDv4 stored ' +
        'together with the change. Without it, each call has a new key for all of its attempts.',
    ],
    shapes.flatMap((one) => one.split('\n')),
  );
  const methods = model.operations.map((one) => methodText(model, types, one)).join('\n');
  const imports = ['Quittance\\Call', 'Quittance\\Pages', 'Quittance\\Transport', ...modelsOf(types, model)];
  return phpFile('Quittance\\Generated', imports, `${about}abstract class Api extends Transport\n{\n${methods}}\n`);
}

function modelsOf(types: PhpTypes, { operations }: ApiModel): string[] {
  const names = operations.flatMap(({ response, pageItem }) => types.objects(pageItem ?? response)?.name ?? []);
  return [...new Set(names)].map((name) => `Quittance\\Model\\${name}`);
}

function queryName({ id }: OperationModel): string {
  return `${pascalCase(id)}Query`;
}

function shapeText(types: PhpTypes, name: string, fields: readonly FieldModel[]): string {
  const lines = fields.map((field) => {
    const type = types.given(field.type);
    const isNull = field.isNullable && !/\|null$/.test(type);
    return `    ${field.name}${field.isOptional ? '?' : ''}: ${type}${isNull ? '|null' : ''},`;
  });
  return `@phpstan-type ${name} array{\n${lines.join('\n')}\n}`;
}

function methodText(model: ApiModel, types: PhpTypes, operation: OperationModel): string {
  const needsQuery = operation.query.some((one) => !one.isOptional);
  const takes = [
    ...operation.pathParameters.map((name) => `string $${name}`),
    ...(operation.body === null ? [] : ['array $body']),
    ...(operation.query.length === 0 ? [] : [`array $query${needsQuery ? '' : ' = []'}`]),
    ...(operation.method === 'GET' ? [] : ['?string $idempotencyKey = null']),
  ].join(', ');
  const { declaredType, exact, send } = resultOf(types, operation);
  const tags = [
    ...(operation.body === null
      ? []
      : inputTags('body', operation.body, declared(model, 'object', operation.body).fields)),
    ...(operation.query.length === 0 ? [] : inputTags('query', queryName(operation), operation.query)),
    ...(exact === null ? [] : [`@return ${exact}`]),
  ];
  const about = phpComment([`${operation.summary}.`, operation.description], tags, '    ');
  const head = `    public function ${operation.id}(${takes}): ${declaredType}\n`;
  return `${about}${head}    {\n        return ${send};\n    }\n`;
}

const widthOfTags = 120 - '     * '.length;

/** The tag of a parameter, with a line for each field that has a description. */
function inputTags(parameter: string, type: string, fields: readonly FieldModel[]): string[] {
  const lines = fields.flatMap(({ name, description }) =>
    description === null ? [] : wrapped(`- ${name}: ${description.replaceAll('\n', ' ')}`, widthOfTags - 4, '  '),
  );
  return [`@param ${type} $${parameter}`, ...lines.map((line) => `    ${line}`)];
}

interface Result {
  readonly declaredType: string;
  /** For PHPStan; null if the declared type says all. */
  readonly exact: string | null;
  readonly send: string;
}

function resultOf(types: PhpTypes, operation: OperationModel): Result {
  const call = `new Call(${factsOf(operation).join(', ')})`;
  const objects = types.objects(operation.pageItem ?? operation.response);
  if (objects === null)
    return { declaredType: 'array', exact: types.received(operation.response), send: `$this->map(${call})` };
  const { name, isList } = objects;
  if (operation.pageItem !== null)
    return { declaredType: 'Pages', exact: `Pages<${name}>`, send: `$this->pages(${name}::class, ${call})` };
  if (isList) return { declaredType: 'array', exact: `list<${name}>`, send: `$this->many(${name}::class, ${call})` };
  return { declaredType: name, exact: null, send: `$this->one(${name}::class, ${call})` };
}

function factsOf(operation: OperationModel): string[] {
  const [hasQuery, hasBody, isChange] = [
    operation.query.length > 0,
    operation.body !== null,
    operation.method !== 'GET',
  ];
  return [
    quoted(operation.method),
    pathText(operation.path),
    ...(hasQuery ? ['$query'] : []),
    ...(hasBody ? [`${hasQuery ? '' : 'body: '}$body`] : []),
    ...(isChange ? ['idempotencyKey: $idempotencyKey'] : []),
  ];
}

/** The path as an expression: `'/invoice/' . rawurlencode($id)`. */
function pathText(path: string): string {
  const parts = path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 1) return `rawurlencode($${part})`;
    return part === '' ? null : quoted(part);
  });
  return parts.filter((part) => part !== null).join(' . ');
}
