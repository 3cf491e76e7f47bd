// Builds the files with the texts of the checkout, one per language, and the list of the languages, with the texts that
// only the server reads.
import { createHash } from 'node:crypto';
import type { CompiledTexts } from '../../../src/core/words/message.ts';
import { compileSection } from '../../../src/io/words/compile-section.ts';
import type { Locale } from '../../../src/io/words/locale-file.ts';

export interface TextFile {
  /** Relative to the folder of the built page. */
  readonly fileName: string;
  readonly source: string;
}

/**
 * One assets/checkout/words-<code>-<hash>.json for each locale, named after its content, and languages.json, which
 * lists code, name, direction, file, and texts of the refund page of each. Throws Error for a message that cannot be
 * compiled.
 */
export function checkoutTextFiles(locales: readonly Locale[]): TextFile[] {
  const names = Object.fromEntries(locales.map(({ code, name }) => [code, name]));
  const files = locales.map((locale) => {
    const texts: CompiledTexts = { ...compileSection(locale, 'checkout'), languages: names };
    const source = JSON.stringify(texts);
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    return { fileName: `assets/checkout/words-${locale.code}-${hash}.json`, source };
  });
  const list = locales.map((locale, at) => {
    const { code, name, direction } = locale;
    return { code, name, direction, file: files[at]?.fileName, refund: compileSection(locale, 'refund') };
  });
  return [...files, { fileName: 'languages.json', source: JSON.stringify(list) }];
}
