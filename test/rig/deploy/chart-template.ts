// Renders the chart's templates for tests. Supports only the part of Helm's template language that deploy/helm uses,
// and rejects everything else.
import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };
type Scope = ReadonlyMap<string, Value>;
type Body = readonly Node[];

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly code: string }
  | { readonly kind: 'set'; readonly name: string; readonly code: string }
  | { readonly kind: 'if'; readonly code: string; readonly whenTrue: Body; readonly otherwise: Body }
  | { readonly kind: 'range'; readonly names: readonly string[]; readonly code: string; readonly body: Body };

/** Named templates that other templates include. */
export type Parts = Map<string, Body>;

/** Returns the rendered text, and adds the templates that it defines to `parts`. Throws on unsupported syntax. */
export function renderTemplate(text: string, root: Value, parts: Parts): string {
  const tokens = tokensOf(text);
  const { body } = parseBody(tokens, 0, parts);
  return render(body, root, new Map([['$', root]]), parts);
}

interface Token {
  readonly text: string;
  readonly isCode: boolean;
}

/** Alternating text and code, after the trimming of `{{-` and `-}}`. */
function tokensOf(text: string): Token[] {
  const pieces = text.split(/(\{\{-?\s[\s\S]*?\s-?\}\}|\{\{[^-][\s\S]*?\}\})/);
  return pieces.map((piece, index) => {
    if (index % 2 === 1) return { text: piece.replace(/^\{\{-?\s*|\s*-?\}\}$/g, ''), isCode: true };
    const before = pieces[index - 1]?.endsWith('-}}') ? piece.trimStart() : piece;
    return { text: pieces[index + 1]?.startsWith('{{-') ? before.trimEnd() : before, isCode: false };
  });
}

/** Parses to the `end` or `else` that closes the body, and returns its position. */
function parseBody(tokens: readonly Token[], from: number, parts: Parts): { body: Node[]; at: number } {
  const body: Node[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const { text, isCode } = tokens[at] as Token;
    const [word = ''] = text.split(/\s/);
    if (!isCode) body.push({ kind: 'text', text });
    else if (word === 'end' || word === 'else') return { body, at };
    else if (['if', 'range', 'define'].includes(word)) {
      const opened = parseBlock(tokens, at, parts);
      if (opened.node !== null) body.push(opened.node);
      at = opened.at;
    } else body.push(statement(text));
  }
  return { body, at: tokens.length };
}

function parseBlock(tokens: readonly Token[], at: number, parts: Parts): { node: Node | null; at: number } {
  const text = (tokens[at] as Token).text;
  const [word = ''] = text.split(/\s/);
  const rest = text.slice(word.length).trim();
  const first = parseBody(tokens, at + 1, parts);
  const hasElse = tokens[first.at]?.text === 'else';
  const second = hasElse ? parseBody(tokens, first.at + 1, parts) : { body: [], at: first.at };
  if (tokens[second.at]?.text !== 'end') throw new Error(`{{ ${text} }} is not closed by an end`);
  if (word === 'if')
    return { node: { kind: 'if', code: rest, whenTrue: first.body, otherwise: second.body }, at: second.at };
  if (hasElse) throw new Error(`{{ ${text} }} has an else`);
  if (word === 'define') {
    parts.set(rest.replaceAll('"', ''), first.body);
    return { node: null, at: second.at };
  }
  const assigned = /^(\$\w+), (\$\w+) := (.*)$/.exec(rest);
  if (assigned === null) throw new Error(`{{ ${text} }} names no key and value`);
  const [, key = '', value = '', code = ''] = assigned;
  return { node: { kind: 'range', names: [key, value], code, body: first.body }, at: second.at };
}

function statement(text: string): Node {
  const assigned = /^(\$\w+) := (.*)$/s.exec(text);
  if (assigned === null) return { kind: 'output', code: text };
  return { kind: 'set', name: assigned[1] as string, code: assigned[2] as string };
}

function render(body: Body, dot: Value, outer: Scope, parts: Parts): string {
  const scope = new Map(outer);
  const value = (code: string) => evaluate(code, { dot, scope, parts });
  return body
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'output') return printed(value(node.code), node.code);
      if (node.kind === 'if')
        return render(isTrue(value(node.code)) ? node.whenTrue : node.otherwise, dot, scope, parts);
      if (node.kind === 'set') {
        scope.set(node.name, value(node.code));
        return '';
      }
      const [key = '', each = ''] = node.names;
      return entriesOf(value(node.code))
        .map(([name, one]) => render(node.body, one, new Map([...scope, [key, name], [each, one]]), parts))
        .join('');
    })
    .join('');
}

function printed(value: Value, code: string): string {
  if (value === undefined || value === null || typeof value === 'object')
    throw new Error(`{{ ${code} }} is ${value === undefined ? 'nothing' : 'no text'}`);
  return String(value);
}

interface Place {
  readonly dot: Value;
  readonly scope: Scope;
  readonly parts: Parts;
}

/** Evaluates a pipeline: the value before a bar is the last argument of the function after it. */
function evaluate(code: string, place: Place): Value {
  const words = code.match(/"(?:[^"\\]|\\.)*"|\||[^\s|"]+/g) ?? [];
  const commands: string[][] = [[]];
  for (const word of words) {
    if (word === '|') commands.push([]);
    else commands.at(-1)?.push(word);
  }
  const [first = [], ...others] = commands;
  return others.reduce<Value>((piped, command) => call(command, [piped], place), call(first, [], place));
}

function call([name = '', ...args]: readonly string[], piped: readonly Value[], place: Place): Value {
  const values = [...args.map((arg) => operand(arg, place)), ...piped];
  if (name === 'include')
    return render(
      place.parts.get(String(values[0])) ?? unknown(name),
      values[1],
      rootOf(values[1]),
      place.parts,
    ).trim();
  const known = functions[name];
  if (known !== undefined) return known(...values);
  if (values.length > 0) return unknown(name);
  return operand(name, place);
}

function rootOf(value: Value): Scope {
  return new Map([['$', value]]);
}

function unknown(name: string): never {
  throw new Error(`${name} is not known here`);
}

function operand(word: string, { dot, scope }: Place): Value {
  if (word.startsWith('"')) return JSON.parse(word) as string;
  if (/^-?\d+$/.test(word)) return Number(word);
  if (word === 'true' || word === 'false') return word === 'true';
  const path = /^(\$\w*)?((?:\.\w+)*)\.?$/.exec(word);
  if (path === null || word === '') return unknown(word);
  const [, variable, names = ''] = path;
  if (variable !== undefined && !scope.has(variable)) return unknown(variable);
  const start = variable === undefined ? dot : scope.get(variable);
  return names
    .split('.')
    .filter((name) => name !== '')
    .reduce<Value>((value, name) => (isMap(value) ? value[name] : undefined), start);
}

const functions: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  required: (why, value) => {
    if (isTrue(value)) return value;
    throw new Error(String(why));
  },
  eq: (one, other) => one === other,
  add: (...values) => values.reduce<number>((sum, value) => sum + Number(value), 0),
  mul: (...values) => values.reduce<number>((product, value) => product * Number(value), 1),
  toJson: (value) => JSON.stringify(sorted(value)),
  toYaml: (value) => stringify(sorted(value) as object).trimEnd(),
  nindent: (count, text) => `\n${indented(Number(count), String(text))}`,
  sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
};

function indented(count: number, text: string): string {
  return text
    .split('\n')
    .map((line) => ' '.repeat(count) + line)
    .join('\n');
}

function isMap(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Maps are iterated in the order of their keys, as in Go. */
function entriesOf(value: Value): (readonly [string, Value])[] {
  if (!isMap(value)) throw new Error('only maps are walked here');
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}

function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted);
  return isMap(value) ? Object.fromEntries(entriesOf(value).map(([name, one]) => [name, sorted(one)])) : value;
}
