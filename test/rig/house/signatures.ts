// Extracts functions from a file's syntax tree: their names, parameter counts and declared return types.
import { parseSync } from 'vite';
import { lineAt } from './source-text.ts';

export interface Signature {
  /** The name of its declaration or variable; null for a function that is passed directly. */
  readonly name: string | null;
  readonly line: number;
  readonly parameters: number;
  /** The declared return type; null if it is inferred. */
  readonly returns: string | null;
  readonly exported: boolean;
}

/** Every function and method with a body, in source order. A `this` parameter does not count. */
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
/** Nodes between `export` and the function that it exports. */
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

/** The name that a declaration, a variable, a method or a property gives to its function. */
function nameOf(node: Node | null): string | null {
  const named = (node?.id ?? node?.key) as Node | null | undefined;
  return typeof named?.name === 'string' ? named.name : null;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}
