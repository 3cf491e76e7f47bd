// Marks each declaration as input, as output, or as both, by following the types of operations and events.
import type { Declaration, EventModel, FieldModel, OperationModel, TypeModel } from './api-model.ts';
import type { Unused } from './read-declarations.ts';

export function markUse(
  declarations: readonly Unused[],
  operations: readonly OperationModel[],
  events: readonly EventModel[],
): Declaration[] {
  const byName = new Map(declarations.map((one) => [one.name, one]));
  const input = reachable(byName, [
    ...operations.flatMap(({ query }) => query.flatMap(namesInField)),
    ...operations.flatMap(({ body }) => body ?? []),
  ]);
  const output = reachable(byName, [
    ...operations.flatMap(({ response }) => namesIn(response)),
    ...events.map(({ data }) => data),
    // Every error response has this body.
    'Problem',
  ]);
  return declarations.map((one) => ({ ...one, isInput: input.has(one.name), isOutput: output.has(one.name) }));
}

function reachable(byName: ReadonlyMap<string, Unused>, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const left = [...names];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const one = byName.get(name);
    if (one === undefined || found.has(name)) continue;
    found.add(name);
    if (one.kind === 'alias') left.push(...namesIn(one.type));
    if (one.kind === 'object') left.push(...(one.base === null ? [] : [one.base]), ...one.fields.flatMap(namesInField));
  }
  return found;
}

function namesInField({ type }: FieldModel): string[] {
  return namesIn(type);
}

function namesIn(type: TypeModel): string[] {
  switch (type.kind) {
    case 'object':
    case 'enum':
    case 'alias':
      return [type.name];
    case 'list':
      return namesIn(type.item);
    case 'map':
      return namesIn(type.value);
    case 'nullable':
      return namesIn(type.of);
    case 'union':
      return type.members.flatMap(namesIn);
    default:
      return [];
  }
}
