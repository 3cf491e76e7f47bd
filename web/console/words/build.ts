// Builds the files with the texts of the console, one for each language that has all of them.
import { createHash } from 'node:crypto';
import { compileSection } from '../../../src/io/words/compile-section.ts';
import { hasSection, type Locale } from '../../../src/io/words/locale-file.ts';
import type { OfferedLanguage } from './languages.ts';

export interface ConsoleTexts {
  readonly language: OfferedLanguage;
  /** Compiled messages as JSON, by group and name. */
  readonly source: string;
}

/**
 * One words-<code>-<hash>.json for each locale with a section `console`, named after its content. Throws Error for a
 * message that cannot be compiled.
 */
export function consoleTexts(locales: readonly Locale[]): ConsoleTexts[] {
  return locales
    .filter((locale) => hasSection(locale, 'console'))
    .map((locale) => {
      const { code, name, direction } = locale;
      const source = JSON.stringify(compileSection(locale, 'console'));
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      return { language: { code, name, direction, file: `words-${code}-${hash}.json` }, source };
    });
}
