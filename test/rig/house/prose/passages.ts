// Reads the English text of a file: comments, texts for users, paragraphs of a document, messages of a language.
import { proseOf } from '../source-text.ts';
import type { SourceFile } from '../source-tree.ts';
import type { Passage } from './signs.ts';

/** Empty for a file that has no text for readers. */
export function passagesOf({ path, text }: SourceFile): Passage[] {
  if (path.endsWith('.md')) return paragraphs(path, text);
  if (path.endsWith('.json')) return messages(path, text);
  return [...comments(path, text), ...(hasTextsForUsers(path) ? stringsOf(path, text) : [])];
}

/** Errors, descriptions of the API, help of commands and metrics, and texts of pages that are in no locale file. */
function hasTextsForUsers(path: string): boolean {
  return /^(?:src\/(?:core\/problem|features|cli|roles)|web\/)/.test(path) && !/\.test\.tsx?$/.test(path);
}

/** Line comments that follow each other are one passage. */
function comments(path: string, text: string): Passage[] {
  const found: { path: string; line: number; text: string; end: number }[] = [];
  for (const { kind, text: raw, line } of proseOf(text)) {
    if (kind !== 'comment' || /biome-ignore|@ts-|#region|#endregion/.test(raw)) continue;
    const words = raw.replace(/^\/[/*]+|\*+\/$/g, '').replace(/\n\s*\*+/g, ' ');
    const last = found.at(-1);
    const isNext = raw.startsWith('//') && last !== undefined && last.end === line - 1;
    if (isNext) found[found.length - 1] = { ...last, text: `${last.text} ${words.trim()}`, end: line };
    else found.push({ path, line, text: oneLine(words), end: raw.startsWith('//') ? line : -1 });
  }
  return found.map(({ path, line, text }) => ({ path, line, text }));
}

/** Strings of at least three words that are neither SQL nor a regular expression. */
function stringsOf(path: string, text: string): Passage[] {
  return proseOf(text).flatMap(({ kind, text: raw, line }) => {
    if (kind !== 'string' || raw.startsWith('/')) return [];
    const words = oneLine(raw.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '…'));
    const isSql = /^(?:select|insert|update|delete|with|create|alter|lock|set|from|where|and|order) /i.test(words);
    return /[a-z]+ [a-z]+ [a-z]+/.test(words) && !isSql ? [{ path, line, text: words }] : [];
  });
}

/** Paragraphs, list items and rows of tables, without code. */
function paragraphs(path: string, text: string): Passage[] {
  const found: { path: string; line: number; text: string }[] = [];
  let inCode = false;
  let isOpen = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) inCode = !inCode;
    const words = line.trim().replace(/^[#|\s-]+/, '');
    if (inCode || words === '' || line.includes('```')) {
      isOpen = false;
      continue;
    }
    const last = found.at(-1);
    if (isOpen && last !== undefined && !/^\s*(?:[#|]|- |\d+\. )/.test(line)) last.text += ` ${words}`;
    else found.push({ path, line: index + 1, text: words });
    isOpen = true;
  }
  return found.map((one) => ({ ...one, text: one.text.replaceAll(/`[^`]*`/g, '…') }));
}

function messages(path: string, text: string): Passage[] {
  return text.split('\n').flatMap((line, index) => {
    const [, value = ''] = /^\s*"[^"]*": "(.*)",?$/.exec(line) ?? [];
    return value.includes(' ') ? [{ path, line: index + 1, text: value }] : [];
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
