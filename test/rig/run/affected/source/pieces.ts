// Divides a source file into pieces that change and run independently: its named functions, and the data around them.
import { minifySync, parseSync, transformWithOxc } from 'vite';
import { importTarget } from '../../../house/source-tree.ts';
import { type Binding, exportsOf, importsOf } from './bindings.ts';
import {
  boundBy,
  childrenOf,
  functionName,
  isFunction,
  isMemberName,
  isMethod,
  type Node,
  namedFile,
  nameOf,
} from './syntax.ts';

export interface Piece {
  /** The nested names of the piece, such as 'cancelInvoice.handle'. */
  readonly name: string;
  /** A function runs only when it is called. All other pieces are evaluated when the file is loaded. */
  readonly isFunction: boolean;
  /** Without nested pieces. */
  readonly text: string;
  /** The names that it uses, and `import(path)` for a file that it loads, or starts as a thread or a process. */
  readonly mentions: ReadonlySet<string>;
}

export interface Source {
  readonly pieces: ReadonlyMap<string, Piece>;
  /** By local name. Imports of packages are omitted. */
  readonly imports: ReadonlyMap<string, Binding>;
  /** By exported name: the name in this file, or an export of another file. */
  readonly exports: ReadonlyMap<string, string | Binding>;
  /** The name of the innermost piece at an offset; null between pieces. */
  pieceAt(offset: number): string | null;
}

/** The piece of all statements without a declaration. */
export const statements = '(statements)';

/** Removes types and comments and formats uniformly, so that equal texts have equal behavior. */
export async function plainSource(path: string, text: string): Promise<Source> {
  const { code } = await transformWithOxc(text, path, { sourcemap: false, jsx: 'preserve' });
  const plain = minifySync(path.endsWith('x') ? 'plain.jsx' : 'plain.js', code, {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: false },
  });
  return sourceOf(path, plain.code);
}

/** Parses a file as it is written. Throws on a syntax error. */
export function sourceOf(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const { body } = program as unknown as { body: Node[] };
  const opened = body.flatMap((statement) => piecesOf(statement, path));
  const pieces = new Map<string, Piece>();
  for (const one of opened) pieces.set(one.name, merged(pieces.get(one.name), closed(one, text)));
  const inOrder = opened.sort((a, b) => a.start - b.start || b.end - a.end);
  return {
    pieces,
    imports: new Map(body.flatMap((statement) => importsOf(statement, path))),
    exports: new Map(body.flatMap((statement) => exportsOf(statement, path))),
    pieceAt: (offset) => inOrder.findLast(({ start, end }) => start <= offset && offset < end)?.name ?? null,
  };
}

interface OpenPiece extends Pick<Piece, 'name' | 'isFunction'> {
  readonly start: number;
  readonly end: number;
  readonly mentions: Set<string>;
  /** The nested pieces. */
  readonly holes: { readonly start: number; readonly end: number; readonly name: string }[];
}

function piecesOf(statement: Node, path: string): OpenPiece[] {
  const declared = (statement.declaration ?? statement) as Node;
  if (statement.type === 'ImportDeclaration') return piecesOfImport(statement, path);
  if (statement.type === 'ExportNamedDeclaration' && statement.declaration === null) return [];
  if (isType(declared)) return [];
  if (declared.type === 'VariableDeclaration')
    return (declared.declarations as Node[]).flatMap((one) => piecesOfBinding(one, path));
  const name = nameOf(declared.id) ?? (statement.type === 'ExportDefaultDeclaration' ? 'default' : statements);
  return grown(open(name, declared, isFunction(declared)), declared, path);
}

/** `import './a.ts'` runs the statements of a.ts. */
function piecesOfImport(statement: Node, path: string): OpenPiece[] {
  const target = importTarget(path, (statement.source as { value: string }).value);
  if (target === null || (statement.specifiers as Node[]).length > 0) return [];
  return [{ ...open(statements, statement, false), mentions: new Set([`import(${target})`]) }];
}

function piecesOfBinding(declarator: Node, path: string): OpenPiece[] {
  const [name = statements, ...others] = boundBy(declarator.id as Node);
  const { init } = declarator as { init?: Node | null };
  const piece = open(name, declarator, isFunction(init));
  // The names of one pattern change together.
  const bound = others.map((other) => ({
    ...open(other, declarator, false),
    start: declarator.end,
    mentions: new Set([name]),
  }));
  return [...grown(piece, isFunction(init) ? (init as Node) : declarator, path), ...bound];
}

function open(name: string, { start, end }: Pick<Node, 'start' | 'end'>, itIsFunction: boolean): OpenPiece {
  return { name, isFunction: itIsFunction, start, end, mentions: new Set(), holes: [] };
}

/** The piece with all names that it mentions, and its nested pieces. */
function grown(piece: OpenPiece, node: Node, path: string): OpenPiece[] {
  const inside: OpenPiece[] = [];
  const walk = (parent: Node): void => {
    for (const child of childrenOf(parent)) {
      const name = functionName(child, parent);
      if (name === null) {
        const mention = mentionOf(child, parent, path);
        if (mention !== null) piece.mentions.add(mention);
        walk(child);
      } else {
        const inner = open(
          `${piece.name}.${name}`,
          { ...child, start: (isMethod(parent) ? parent : child).start },
          true,
        );
        piece.holes.push({ start: child.start, end: child.end, name });
        inside.push(...grown(inner, child, path));
      }
    }
  };
  walk(node);
  return [piece, ...inside];
}

function mentionOf(node: Node, parent: Node, path: string): string | null {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
    return isMemberName(node, parent) ? null : (node.name as string);
  const file = namedFile(node);
  const target = file === null ? null : importTarget(path, file);
  return target === null ? null : `import(${target})`;
}

function closed({ name, isFunction: itIsFunction, start, end, mentions, holes }: OpenPiece, text: string): Piece {
  const parts = holes.map((hole, at) => `${text.slice(holes[at - 1]?.end ?? start, hole.start)}{${hole.name}}`);
  return {
    name,
    isFunction: itIsFunction,
    text: parts.join('') + text.slice(holes.at(-1)?.end ?? start, end),
    mentions,
  };
}

/** Two pieces with the same name become one. */
function merged(one: Piece | undefined, other: Piece): Piece {
  if (one === undefined) return other;
  const mentions = new Set([...one.mentions, ...other.mentions]);
  return { ...one, isFunction: one.isFunction && other.isFunction, text: `${one.text}\n${other.text}`, mentions };
}

function isType({ type }: Node): boolean {
  return type.startsWith('TS');
}
