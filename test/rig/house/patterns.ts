// Finds the regular expressions of the source, and texts that keep a pattern busy which goes back and forth.
import { type Context, createContext, Script } from 'node:vm';

/** Can be ended while it runs, unlike a plain call. */
const trial = new Script('pattern.lastIndex = 0; pattern.test(text)');

export interface Pattern {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Regular expressions as they stand in a file, those in its comments and strings included: one too many does no harm.
 */
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
 * The text, named shortly, that this pattern is still busy with after `withinMs`; null where there is none. Texts are
 * made of characters that the pattern itself names, repeated, with an end that spoils the match.
 */
export function textThatStalls({ source, flags }: Pattern, length: number, withinMs: number): string | null {
  const own = [...new Set(source.replaceAll(/\\[a-zA-Z]|[\\^$*+?()[\]{}|]/g, ''))].slice(0, 12);
  const world: { pattern: RegExp; text: string } = { pattern: new RegExp(source, flags), text: '' };
  const context = createContext(world);
  const units = [...own, 'a', '0', 'A', ' ', '-', '.', '1.', 'a.', 'a@', 'a-', '0,', '://', '\n', '\t ', '%41', '🦊'];
  for (const unit of new Set(units)) {
    for (const [before, behind] of [
      ['', ''],
      ['', '\u0000'],
      ['', '!'],
      ['0x', 'g'],
      ['a', ' '],
    ]) {
      const text = before + unit.repeat(Math.ceil(length / unit.length)) + behind;
      world.text = text;
      // A machine that others use stalls now and then: what is busy by itself is busy again.
      if (Array.from({ length: 3 }).every(() => isBusy(context, withinMs)))
        return `${JSON.stringify(before + unit)} repeated, then ${JSON.stringify(behind)}`;
    }
  }
  return null;
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
