// Reads functions off a file's syntax: their names, how many parameters they take, and what they say they return.
import { parseSync } from 'vite';
import { lineAt } from './source-text.ts';

export interface Signature {
  /** What it is declared as or assigned to; null for one that is handed on where it is written. */
  readonly name: string | null;
  readonly line: number;
  readonly parameters: number;
  /** Its return type as written; null where it is left to be inferred. */
  readonly returns: string | null;
  readonly exported: boolean;
}

/** Every function and method that the file gives a body, in the order they stand. A `this` parameter is none. */
export function signaturesOf(path: string, text: string): Signature[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: Signature[] = [];
  const walk = (node: Node, parent: Node | null, exported: boolean): void => {
    if (bodied.has(node.type)) found.push(signature(node, parent, text, exported));
    const inside = node.type === 'ExportNamedDeclaration' || (exported && keepsExport.has(node.type));
    for (const child of childrenOf(node)) walk(child, node, inside);
  };
  walk(program as unknown as Node, null, false);
  return found;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const bodied = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** What stands between `export` and a function that is exported by it. */
const keepsExport = new Set(['VariableDeclaration', 'VariableDeclarator']);

function signature(node: Node, parent: Node | null, text: string, exported: boolean): Signature {
  const parameters = (node.params as readonly Node[]).filter(({ name }) => name !== 'this');
  const annotation = (node.returnType as Node | null)?.typeAnnotation as Node | undefined;
  return {
    name: nameOf(node) ?? nameOf(parent),
    line: lineAt(text, node.start),
    parameters: parameters.length,
    returns: annotation === undefined ? null : text.slice(annotation.start, annotation.end),
    exported,
  };
}

/** The name that a declaration, a variable, a method or a property gives to the function that it holds. */
function nameOf(node: Node | null): string | null {
  const named = (node?.id ?? node?.key) as Node | null | undefined;
  return typeof named?.name === 'string' ? named.name : null;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}
