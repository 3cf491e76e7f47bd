// The names that a statement imports from project files, and the names that it exports.
import { importTarget } from '../../../house/source-tree.ts';
import { boundBy, type Node, nameOf } from './syntax.ts';

export interface Binding {
  /** The project file that defines it. */
  readonly path: string;
  /** Its name in that file; '*' for all names. */
  readonly name: string;
}

/** By local name. Imports of packages are omitted. */
export function importsOf(statement: Node, path: string): [string, Binding][] {
  if (statement.type !== 'ImportDeclaration') return [];
  return (statement.specifiers as Node[]).flatMap((one) => {
    const name =
      one.type === 'ImportSpecifier' ? nameOf(one.imported) : one.type === 'ImportDefaultSpecifier' ? 'default' : '*';
    const bound = bindingOf(statement, name ?? '*', path);
    return bound === null ? [] : [[nameOf(one.local) as string, bound] as [string, Binding]];
  });
}

/** By exported name. */
export function exportsOf(statement: Node, path: string): [string, string | Binding][] {
  if (statement.type === 'ExportDefaultDeclaration')
    return [['default', nameOf((statement.declaration as Node).id) ?? 'default']];
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement as unknown as { declaration: Node | null; specifiers: Node[] };
  const ids =
    declaration === null
      ? []
      : ((declaration.declarations as Node[] | undefined) ?? [declaration]).map(({ id }) => id as Node);
  const declared = ids.flatMap(boundBy).map((name): [string, string] => [name, name]);
  const listed = specifiers.flatMap((one): [string, string | Binding][] => {
    const local = nameOf(one.local) as string;
    const bound = statement.source ? bindingOf(statement, local, path) : local;
    return bound === null ? [] : [[nameOf(one.exported) as string, bound]];
  });
  return [...declared, ...listed];
}

function bindingOf(statement: Node, name: string, from: string): Binding | null {
  const path = importTarget(from, (statement.source as { value: string }).value);
  return path === null ? null : { path, name };
}
