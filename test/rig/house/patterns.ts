// Finds the regular expressions of the source, and texts that cause excessive backtracking in them.
import { type Context, createContext, Script } from 'node:vm';

/** Unlike a plain call, a script can be interrupted. Its start is paid once for many texts. */
const trial = new Script('for (const text of texts) { pattern.lastIndex = 0; pattern.test(text) }');

export interface Pattern {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions in a file, including its comments and strings. An extra one does no harm. */
export function patternsIn(path: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  for (const line of text.split('\n')) {
    for (const [, source = '', flags = ''] of line.matchAll(
      /(?<=^|[=(,:[!&|?{};\s])\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[\s.,;)\]}]|$)/g,
    )) {
      if (isPattern(source, flags)) found.push({ path, source, flags });
    }
  }
  return found;
}

/**
 * The short name of a text that keeps this pattern busy for more than `withinMs`; null if there is none. Texts repeat
 * characters of the pattern, with an end that prevents a match.
 */
export function textThatStalls({ source, flags }: Pattern, length: number, withinMs: number): string | null {
  const own = [...new Set(source.replaceAll(/\\[a-zA-Z]|[\\^$*+?()[\]{}|]/g, ''))].slice(0, 12);
  const units = [...own, 'a', '0', 'A', ' ', '-', '.', '1.', 'a.', 'a@', 'a-', '0,', '://', '\n', '\t ', '%41', '🦊'];
  const texts = [...new Set(units)].flatMap((unit) => textsOf(unit, length));
  const world: World = { pattern: new RegExp(source, flags), texts: texts.map(({ text }) => text) };
  const context = createContext(world);
  if (!isBusy(context, withinMs)) return null;
  for (const { text, name } of texts) {
    world.texts = [text];
    // A shared machine can stall, so a finding must occur three times in a row.
    if (Array.from({ length: 3 }).every(() => isBusy(context, withinMs))) return name;
  }
  return null;
}

interface World {
  readonly pattern: RegExp;
  texts: readonly string[];
}

interface Text {
  readonly text: string;
  readonly name: string;
}

const ends: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['', '\u0000'],
  ['', '!'],
  ['0x', 'g'],
  ['a', ' '],
];

/** Cached, because most patterns are tested with the same texts. */
const made = new Map<string, readonly Text[]>();

function textsOf(unit: string, length: number): readonly Text[] {
  const key = `${length} ${unit}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const texts = ends.map(([before, behind]) => ({
    text: before + unit.repeat(Math.ceil(length / unit.length)) + behind,
    name: `${JSON.stringify(before + unit)} repeated, then ${JSON.stringify(behind)}`,
  }));
  made.set(key, texts);
  return texts;
}

function isBusy(context: Context, withinMs: number): boolean {
  try {
    trial.runInContext(context, { timeout: withinMs });
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return true;
  }
}

function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
