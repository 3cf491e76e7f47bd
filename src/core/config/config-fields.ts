// Reads the fields of a configuration file one by one, so that each mistake names its file, line and path.
import type { JsonNode } from './json-lines.ts';
import { suggestion } from './nearest-word.ts';

/** One line that names the file, the line, the path and the mistake. */
export class ConfigFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigFault';
  }
}

/** A value and its position. path is '' for the whole file, otherwise like `networks.local.tokens.0.symbol`. */
export interface Field {
  readonly file: string;
  readonly path: string;
  readonly node: JsonNode;
}

/** The members of an object. */
export interface Fields {
  readonly all: readonly { readonly key: string; readonly field: Field }[];
  find(key: string): Field | null;
  /** Throws ConfigFault where the key is missing. */
  require(key: string): Field;
}

export function refuse(field: Field, message: string): never {
  const place = field.path === '' ? '' : `, ${field.path}`;
  throw new ConfigFault(`${field.file} line ${field.node.line}${place}: ${message}`);
}

/** Reads an object. If `known` is given, other keys are refused. */
export function readFields(field: Field, known: readonly string[] | null): Fields {
  const { node } = field;
  if (node.kind !== 'object') return refuse(field, `must be an object {…}, not ${described(node)}`);
  const all = node.members.map(({ key, value }) => ({ key, field: below(field, key, value) }));
  const stranger = known === null ? undefined : node.members.find(({ key }) => !known.includes(key));
  if (stranger !== undefined && known !== null) {
    const { key, line } = stranger;
    refuse(below(field, key, { kind: 'null', line }), `there is no such setting${suggestion(key, known)}`);
  }
  const find = (key: string) => all.find((member) => member.key === key)?.field ?? null;
  return { all, find, require: (key) => find(key) ?? refuse(field, `"${key}" is missing`) };
}

export function readItems(field: Field): readonly Field[] {
  const { node } = field;
  if (node.kind !== 'array') return refuse(field, `must be a list […], not ${described(node)}`);
  return node.items.map((item, index) => below(field, String(index), item));
}

/** Reads text that matches `pattern`; `expected` describes the pattern for the error message. */
export function readText(field: Field, pattern: RegExp, expected: string): string {
  const { node } = field;
  if (node.kind !== 'string')
    return refuse(field, `must be text in double quotes (${expected}), not ${described(node)}`);
  return pattern.test(node.value) ? node.value : refuse(field, `must be ${expected}`);
}

/** One of the words listed. */
export function readChoice<Choice extends string>(field: Field, choices: readonly Choice[]): Choice {
  const word = readText(field, /^/, `one of ${choices.join(', ')}`);
  const choice = choices.find((each) => each === word);
  return choice ?? refuse(field, `must be one of ${choices.join(', ')}${suggestion(word, choices)}`);
}

/** A whole number within bounds (inclusive). */
export function readWhole(field: Field, least: number, most: number): number {
  const { node } = field;
  if (node.kind !== 'number') return refuse(field, `must be a whole number, not ${described(node)}`);
  const isWhole = /^-?[0-9]+$/.test(node.text) && node.value >= least && node.value <= most;
  return isWhole ? node.value : refuse(field, `must be a whole number from ${least} to ${most}`);
}

export function readFlag(field: Field): boolean {
  const { node } = field;
  return node.kind === 'boolean' ? node.value : refuse(field, `must be true or false, not ${described(node)}`);
}

function below(field: Field, key: string, node: JsonNode): Field {
  return { file: field.file, path: field.path === '' ? key : `${field.path}.${key}`, node };
}

function described(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'string':
      return 'text';
    case 'number':
      return `the number ${node.text}`;
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
  }
}
