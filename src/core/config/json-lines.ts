// Reads JSON (RFC 8259) and keeps the line of every value, so that an error message can point to it.

export type JsonNode =
  | { readonly kind: 'object'; readonly line: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly line: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly line: number; readonly value: string }
  | { readonly kind: 'number'; readonly line: number; readonly value: number; readonly text: string }
  | { readonly kind: 'boolean'; readonly line: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly line: number };

export interface JsonMember {
  readonly key: string;
  readonly line: number;
  readonly value: JsonNode;
}

/** Text that is not JSON. line counts from 1. */
export class JsonFault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.name = 'JsonFault';
    this.line = line;
  }
}

const depthLimit = 32;

/** Throws JsonFault at the first syntax error. A duplicate key is an error as well. */
export function readJson(text: string): JsonNode {
  // Editors on Windows put a byte order mark in front.
  const reader: Reader = { text, at: text.startsWith('\ufeff') ? 1 : 0, line: 1 };
  skipSpace(reader);
  const node = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) throw fault(reader, `expected the end of the file instead of ${shown(reader)}`);
  return node;
}

interface Reader {
  readonly text: string;
  at: number;
  line: number;
}

function readValue(reader: Reader, depth: number): JsonNode {
  if (depth > depthLimit) throw fault(reader, `nested deeper than ${depthLimit} levels`);
  const { line } = reader;
  const first = reader.text[reader.at];
  if (first === '{') return readObject(reader, depth);
  if (first === '[') return readArray(reader, depth);
  if (first === '"') return { kind: 'string', line, value: readString(reader) };
  if (take(reader, /(?:true|false)\b/y) !== null) return { kind: 'boolean', line, value: first === 't' };
  if (take(reader, /null\b/y) !== null) return { kind: 'null', line };
  const number = take(reader, /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
  if (number !== null) return { kind: 'number', line, value: Number(number), text: number };
  throw fault(reader, `expected a value instead of ${shown(reader)}`);
}

function readObject(reader: Reader, depth: number): JsonNode {
  const { line } = reader;
  const members: JsonMember[] = [];
  readList(reader, '}', () => {
    const keyLine = reader.line;
    if (reader.text[reader.at] !== '"')
      throw fault(reader, `expected a key in double quotes instead of ${shown(reader)}`);
    const key = readString(reader);
    if (members.some((other) => other.key === key)) throw new JsonFault(keyLine, `the key "${key}" is there twice`);
    skipSpace(reader);
    if (reader.text[reader.at] !== ':')
      throw fault(reader, `expected a colon after "${key}" instead of ${shown(reader)}`);
    reader.at++;
    skipSpace(reader);
    members.push({ key, line: keyLine, value: readValue(reader, depth + 1) });
  });
  return { kind: 'object', line, members };
}

function readArray(reader: Reader, depth: number): JsonNode {
  const { line } = reader;
  const items: JsonNode[] = [];
  readList(reader, ']', () => items.push(readValue(reader, depth + 1)));
  return { kind: 'array', line, items };
}

/** Reads the common part of objects and arrays: entries separated by commas, with no trailing comma. */
function readList(reader: Reader, end: '}' | ']', readEntry: () => void): void {
  reader.at++;
  skipSpace(reader);
  if (reader.text[reader.at] === end) {
    reader.at++;
    return;
  }
  while (true) {
    readEntry();
    skipSpace(reader);
    const next = reader.text[reader.at];
    if (next !== ',' && next !== end) throw fault(reader, `expected a comma or ${end} instead of ${shown(reader)}`);
    reader.at++;
    if (next === end) return;
    skipSpace(reader);
    if (reader.text[reader.at] === end) throw fault(reader, `a comma before ${end} is one too many`);
  }
}

function readString(reader: Reader): string {
  const text = take(reader, /"(?:[^"\\]|\\.)*"/sy);
  if (text === null) throw fault(reader, 'a string without its closing quote');
  try {
    return JSON.parse(text) as string;
  } catch {
    throw fault(reader, 'a string with a character that must be escaped, or with an escape that does not exist');
  }
}

/**
 * Advances over the match of a sticky pattern at the current position. Returns null without moving if there is none.
 */
function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text)?.[0];
  if (match === undefined) return null;
  reader.at += match.length;
  return match;
}

function skipSpace(reader: Reader): void {
  for (; ; reader.at++) {
    const character = reader.text[reader.at];
    if (character === '\n') reader.line++;
    else if (character !== ' ' && character !== '\t' && character !== '\r') return;
  }
}

function shown(reader: Reader): string {
  const character = reader.text.codePointAt(reader.at);
  return character === undefined ? 'the end of the file' : `"${String.fromCodePoint(character)}"`;
}

function fault(reader: Reader, message: string): JsonFault {
  return new JsonFault(reader.line, message);
}
