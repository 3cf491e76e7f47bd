// Analyzes source text without a parser: code, comments, imports, and the extent of functions.

/**
 * Replaces comments and the contents of strings by blanks, but keeps line breaks, so that rules about code ignore
 * prose.
 */
export function codeOnly(text: string): string {
  let code = '';
  for (const { piece, kind } of piecesOf(text)) {
    if (kind === 'code') code += piece;
    else if (kind === 'string' && piece.length > 1) code += `${piece[0]}${blank(piece.slice(1, -1))}${piece.at(-1)}`;
    else code += blank(piece);
  }
  return code;
}

/** A comment, or a string, template or regular expression, with its delimiters. */
export interface ProsePiece {
  readonly kind: 'comment' | 'string';
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The comments and strings of a source file, in their order. */
export function proseOf(text: string): ProsePiece[] {
  const found: ProsePiece[] = [];
  let line = 1;
  for (const { piece, kind } of piecesOf(text)) {
    if (kind !== 'code') found.push({ kind, text: piece, line });
    line += piece.split('\n').length - 1;
  }
  return found;
}

interface Piece {
  readonly kind: 'code' | 'comment' | 'string';
  readonly piece: string;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let code = '';
  let seen = '';
  for (let at = 0; at < text.length; ) {
    const end = endOfProse(text, at, seen);
    if (end === at) {
      code += text[at];
      seen = `${seen}${text[at]}`.slice(-80);
      at += 1;
      continue;
    }
    const piece = text.slice(at, end);
    if (code !== '') pieces.push({ kind: 'code', piece: code });
    pieces.push({ kind: piece.startsWith('//') || piece.startsWith('/*') ? 'comment' : 'string', piece });
    code = '';
    seen = `${seen}${isQuoted(piece) ? `${piece[0]}${blank(piece.slice(1, -1))}${piece.at(-1)}` : blank(piece)}`.slice(
      -80,
    );
    at = end;
  }
  return code === '' ? pieces : [...pieces, { kind: 'code', piece: code }];
}

const isQuoted = (piece: string) => !piece.startsWith('//') && !piece.startsWith('/*') && piece.length > 1;

/** One import or re-export, as written. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** True if the import vanishes at run time. */
  readonly typeOnly: boolean;
}

/** Every static import, re-export and literal dynamic import of a TypeScript file. */
export function importsOf(text: string): Import[] {
  const code = codeOnly(text);
  const found: Import[] = [];
  for (const match of code.matchAll(importPattern)) {
    const quoteAt = match.index + match[0].length - 1;
    const end = text.indexOf(text[quoteAt] as string, quoteAt + 1);
    const specifier = text.slice(quoteAt + 1, end);
    const typeOnly = /^[;\s]*(?:import|export)\s+type\b/.test(match[0]);
    found.push({ specifier, line: lineAt(text, quoteAt), typeOnly });
  }
  return found;
}

/** A named function or method, with its lines counted from 1. */
export interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

/** The functions of a formatted file. The formatter puts a closing brace in the column of the line that opens it. */
export function functionsOf(text: string): FunctionSpan[] {
  const lines = codeOnly(text).split('\n');
  return lines.flatMap((line, index) => {
    const match = functionPattern.exec(line);
    if (match === null || isKeyword.test(match[2] ?? '')) return [];
    const closing = new RegExp(`^${match[1]}\\}`);
    const length = lines.slice(index + 1).findIndex((later) => closing.test(later));
    if (length === -1 || !opensBody(lines, index, match[1] ?? '')) return [];
    return [{ name: match[2] ?? match[3] ?? '', line: index + 1, lines: length + 2 }];
  });
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

const importPattern =
  /(?:^|[;\n])\s*(?:import|export)\b(?!\s*\()[^'"`;()=]*?\bfrom\s*['"]|(?:^|[;\n])\s*import\s*['"]|\bimport\(\s*['"]/g;
const functionPattern =
  /^(\s*)(?:export )?(?:(?:async )?function\*? ?(\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:\([^)]*|\w+) ?.*=> \{$)/;
const isKeyword = /^(?:if|for|while|switch|catch)$/;

/**
 * False for an overload or a type without a body. There, the first line with at most this indentation does not open a
 * brace.
 */
function opensBody(lines: readonly string[], index: number, indent: string): boolean {
  for (const line of lines.slice(index, index + 40)) {
    if (/\{\s*$/.test(line) && !/^\s*\{?\s*$/.test(line)) return true;
    if (line.startsWith(`${indent}}`) && /\{\s*$/.test(line)) return true;
    if (/;\s*$/.test(line)) return false;
  }
  return false;
}

/** The end of the comment, string or regular expression that starts at `at`; `at` itself if none starts there. */
function endOfProse(text: string, at: number, code: string): number {
  const two = text.slice(at, at + 2);
  if (two === '//') return orEnd(text, text.indexOf('\n', at));
  if (two === '/*') return orEnd(text, text.indexOf('*/', at + 2), 2);
  const char = text[at];
  if (char === "'" || char === '"') return endOfString(text, at, char);
  if (char === '`') return endOfTemplate(text, at);
  if (char === '/' && /(?:^|[(,=:[!&|?{};+\n]|\breturn|=>)\s*$/.test(code.slice(-80))) return endOfRegex(text, at);
  return at;
}

function endOfString(text: string, at: number, quote: string): number {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
    // A quote that is not closed on its line is an apostrophe in markup.
    else if (text[index] === '\n') return at;
  }
  return at;
}

function endOfTemplate(text: string, at: number): number {
  let depth = 0;
  for (let index = at + 1; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (char === '$' && text[index + 1] === '{') depth += 1;
    else if (char === '}' && depth > 0) depth -= 1;
    else if (char === '`' && depth > 0) index = endOfTemplate(text, index) - 1;
    else if (char === '`') return index + 1;
  }
  return text.length;
}

function endOfRegex(text: string, at: number): number {
  let inClass = false;
  for (let index = at + 1; index < text.length && text[index] !== '\n'; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '[') inClass = true;
    else if (text[index] === ']') inClass = false;
    else if (text[index] === '/' && !inClass) return index + 1;
  }
  return at;
}

function orEnd(text: string, index: number, more = 0): number {
  return index === -1 ? text.length : index + more;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
