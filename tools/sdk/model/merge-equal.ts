// Gives one name to equal inline declarations, so that a client has no two types for the same values.
import type { FieldModel, TypeModel } from './api-model.ts';
import type { Unused } from './read-declarations.ts';

/** The number of equal inline objects of one owner that become one. Two can be equal by chance. */
const equalObjects = 3;

/** Returns the new name of each declaration that is replaced by another one, or renamed. */
export function mergedNames(declarations: readonly Unused[]): ReadonlyMap<string, string> {
  const inline = declarations.filter((one) => one.origin === 'inline');
  const names = new Map<string, string>();
  for (const equal of groups(inline, (one) => (one.kind === 'enum' ? one.values.join(' ') : null))) {
    const shortest = equal.map((one) => one.name).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] as string;
    for (const { name } of equal) names.set(name, shortest);
  }
  const used = new Set(declarations.map((one) => one.name));
  for (const equal of groups(inline, (one) => objectKey(one, names))) {
    const owner = owners(declarations, equal[0]?.name as string);
    const name = owner?.replace(/s$/, '');
    if (equal.length < equalObjects || name === undefined || used.has(name)) continue;
    for (const one of equal) names.set(one.name, name);
  }
  return names;
}

/** The type with the new names. */
export function renamedType(type: TypeModel, names: ReadonlyMap<string, string>): TypeModel {
  switch (type.kind) {
    case 'object':
    case 'enum':
      return { ...type, name: names.get(type.name) ?? type.name };
    case 'list':
      return { ...type, item: renamedType(type.item, names) };
    case 'map':
      return { ...type, value: renamedType(type.value, names) };
    case 'nullable':
      return { ...type, of: renamedType(type.of, names) };
    case 'union':
      return { ...type, members: type.members.map((one) => renamedType(one, names)) };
    default:
      return type;
  }
}

export function renamedField(field: FieldModel, names: ReadonlyMap<string, string>): FieldModel {
  return { ...field, type: renamedType(field.type, names) };
}

/** Each name once, in the order of the first declaration with it. */
export function renamedDeclarations(declarations: readonly Unused[], names: ReadonlyMap<string, string>): Unused[] {
  const byName = new Map<string, Unused>();
  for (const one of declarations) {
    const name = names.get(one.name) ?? one.name;
    if (!byName.has(name)) byName.set(name, renamed(one, name, names));
  }
  return [...byName.values()];
}

function renamed(one: Unused, name: string, names: ReadonlyMap<string, string>): Unused {
  if (one.kind === 'alias') return { ...one, type: renamedType(one.type, names) };
  if (one.kind === 'enum') return { ...one, name };
  return { ...one, name, fields: one.fields.map((field) => renamedField(field, names)) };
}

/** Groups with more than one member. */
function groups(declarations: readonly Unused[], keyOf: (one: Unused) => string | null): Unused[][] {
  const byKey = Map.groupBy(declarations, keyOf);
  return [...byKey].filter(([key, equal]) => key !== null && equal.length > 1).map(([, equal]) => equal);
}

function objectKey(one: Unused, names: ReadonlyMap<string, string>): string | null {
  if (one.kind !== 'object') return null;
  return JSON.stringify(one.fields.map((field) => renamedField(field, names)));
}

/** The object that contains the inline object of this name. */
function owners(declarations: readonly Unused[], name: string): string | undefined {
  return declarations.find(
    (one) => one.kind === 'object' && one.fields.some(({ type }) => type.kind === 'object' && type.name === name),
  )?.name;
}
