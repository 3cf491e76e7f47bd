// Prints the methods of the Go client: one for each operation.
import type { OperationModel } from '../model/api-model.ts';
import { pascalCase } from '../model/read-declarations.ts';
import { goComment, parameterName } from './go-names.ts';
import type { GoObjects } from './go-objects.ts';

export function methodText(operation: OperationModel, objects: GoObjects): string {
  const name = pascalCase(operation.id);
  const isChange = operation.method !== 'GET';
  const takes = [
    'ctx context.Context',
    ...operation.pathParameters.map((one) => `${parameterName(one)} string`),
    ...(operation.body === null ? [] : [`body ${operation.body}`]),
    ...(operation.query.length === 0 ? [] : [`query ${name}Query`]),
    ...(isChange ? ['options ...CallOption'] : []),
  ].join(', ');
  const { answer, send } = resultOf(operation, objects);
  const lines = [
    `func (c *Client) ${name}(${takes}) ${answer} {\n`,
    `\tone := call{${factsOf(operation).join(', ')}}\n`,
    `\treturn ${send}\n}\n`,
  ];
  return aboutText(name, operation) + lines.join('');
}

/** The first word of a comment is the name. */
function aboutText(name: string, { summary, description }: OperationModel): string {
  const first = `${name}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`;
  return goComment(description === null ? first : `${first}\n${description}`);
}

function resultOf(operation: OperationModel, objects: GoObjects): { answer: string; send: string } {
  const item = objects.itemType(operation);
  if (item !== null) return { answer: `*Iterator[${item}]`, send: `newIterator[${item}](ctx, c, one)` };
  const type = objects.answerType(operation);
  const options = operation.method === 'GET' ? 'nil' : 'options';
  if (operation.response.kind === 'object')
    return { answer: `(*${type}, error)`, send: `object[${type}](ctx, c, one, ${options})` };
  return { answer: `(${type}, error)`, send: `value[${type}](ctx, c, one, ${options})` };
}

function factsOf(operation: OperationModel): string[] {
  const method = operation.method.charAt(0) + operation.method.slice(1).toLowerCase();
  return [
    `method: http.Method${method}`,
    `path: ${pathText(operation.path)}`,
    ...(operation.query.length === 0 ? [] : ['query: query']),
    ...(operation.body === null ? [] : ['body: body']),
  ];
}

/** The path as an expression: `"/invoice/" + pathPart(id)`. */
function pathText(path: string): string {
  const parts = path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 1) return `pathPart(${parameterName(part)})`;
    return part === '' ? null : JSON.stringify(part);
  });
  return parts.filter((part) => part !== null).join(' + ');
}
