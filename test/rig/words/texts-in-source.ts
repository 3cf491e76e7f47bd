// Finds visible texts in the source of a page that should be in its locale file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Attributes and properties whose values readers see or hear. */
const shownNames = new Set(
  (
    'title label aria-label placeholder description about advice alt caption message words said yes no costs wrong ' +
    'name detail nothingFound nothingFoundMessage button'
  ).split(' '),
);
const hiddenAttributes = new Set(['className', 'style', 'd', 'viewBox', 'id', 'key', 'to', 'href', 'type', 'allow']);

/** Texts by file, such as 'screens/coins/coins-screen.tsx: Coins'. Test files are excluded. */
export function textsInSource(folder: string): string[] {
  return filesOf(folder).flatMap((name) => {
    const { program } = parseSync(name, readFileSync(join(folder, name), 'utf8'));
    return textsIn(program as unknown as Node).map((text) => `${name}: ${text}`);
  });
}

/** The content of all searched files. */
export function sourceOf(folder: string): string {
  return filesOf(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^dist\/|(?:^|\/)build\.ts$|\.config\.ts$/.test(name))
    .sort();
}

type Place = 'shown' | 'hidden' | 'other';

function textsIn(node: Node, place: Place = 'other'): string[] {
  if (node.type === 'JSXText') return hasWord(String(node.value)) ? [plain(String(node.value))] : [];
  if (isCode(node)) return [];
  if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return inner(node, place, ['expression']);
  if (node.type === 'Literal') return typeof node.value === 'string' ? found(node.value, place) : [];
  if (node.type === 'TemplateElement') return found((node.value as { cooked: string }).cooked, place);
  return inner(node, placeWithin(node, place));
}

function inner(node: Node, place: Place, only?: readonly string[]): string[] {
  const children = Object.entries(node).filter(([name]) =>
    only === undefined ? !isName(node, name) : only.includes(name),
  );
  return children.flatMap(([, value]) => [value].flat().flatMap((one) => (isNode(one) ? textsIn(one, place) : [])));
}

/** Commands and names of variables are the same in every language. */
function isCode(node: Node): boolean {
  return node.type === 'JSXElement' && nameOf((node.openingElement as Node).name as Node) === 'code';
}

/** Names of properties and compared strings are not texts. */
function isName(node: Node, name: string): boolean {
  if (name === 'key') return node.type === 'Property';
  if (node.type === 'BinaryExpression') return true;
  return name === 'test' && (node.type === 'ConditionalExpression' || node.type === 'SwitchCase');
}

function placeWithin(node: Node, place: Place): Place {
  if (node.type === 'JSXAttribute') {
    const name = nameOf(node.name as Node);
    return shownNames.has(name) ? 'shown' : hiddenAttributes.has(name) ? 'hidden' : 'other';
  }
  if (node.type === 'Property')
    return shownNames.has(nameOf(node.key as Node)) ? 'shown' : place === 'hidden' ? place : 'other';
  if (node.type === 'JSXExpressionContainer' && place !== 'hidden') return 'shown';
  if (node.type === 'CallExpression' || node.type === 'ArrowFunctionExpression')
    return place === 'hidden' ? place : 'other';
  return place;
}

function nameOf({ name, value }: Node): string {
  return String(name ?? value);
}

/** In visible places, each word with a capital initial; elsewhere, sentences and labels of two words. */
function found(text: string, place: Place): string[] {
  if (place === 'hidden' || !hasWord(text)) return [];
  const isText =
    place === 'shown'
      ? /(?:^|\s)\p{Lu}?\p{Ll}+ \p{L}|^\p{Lu}\p{Ll}/u.test(text)
      : /^\p{Lu}[\p{Ll}’]* \p{L}/u.test(text);
  return isText ? [plain(text)] : [];
}

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
