// Queries single nodes of a syntax tree (ESTree, from Oxc).

export interface Node {
  readonly type: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

/** The name of an identifier, or the text of a string; null for other nodes. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name as string;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** The names that a pattern binds: `a` and `c` of `{ a, b: [c] }`. */
export function boundBy(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  if (pattern.type === 'Property') return boundBy(pattern.value as Node);
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern.left as Node);
  return childrenOf(pattern).flatMap(boundBy);
}

export function isFunction(node: unknown): boolean {
  return isNode(node) && functions.has(node.type) && isNode(node.body);
}

/** The name of a function, or of the variable or member that holds it; null for other functions and nodes. */
export function functionName(node: Node, parent: Node): string | null {
  if (!isFunction(node)) return null;
  const named = node.id ?? (parent.type === 'VariableDeclarator' ? parent.id : isMember(parent) ? parent.key : null);
  return nameOf(named);
}

/** For V8, a method begins at its name. */
export function isMethod(parent: Node): boolean {
  return (
    parent.type === 'MethodDefinition' ||
    (parent.type === 'Property' && (parent.method || parent.kind !== 'init') === true)
  );
}

/** Whether a name is that of a member, such as `b` in `a.b` and in `{ b: 1 }`, and therefore no binding of the file. */
export function isMemberName(node: Node, parent: Node): boolean {
  if (parent.computed) return false;
  if (parent.type === 'MemberExpression') return parent.property === node;
  return isMember(parent) && parent.key === node && parent.shorthand !== true;
}

/** The file in `import('./a.ts')` and in `new URL('./a.ts', import.meta.url)`. */
export function namedFile(node: Node): string | null {
  const { source, callee, arguments: given } = node as { source?: Node; callee?: Node; arguments?: Node[] };
  const named =
    node.type === 'ImportExpression'
      ? source
      : node.type === 'NewExpression' && nameOf(callee) === 'URL'
        ? given?.[0]
        : null;
  return named?.type === 'Literal' ? (named.value as string) : null;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function isMember({ type }: Node): boolean {
  return type === 'Property' || type === 'MethodDefinition' || type === 'PropertyDefinition';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
